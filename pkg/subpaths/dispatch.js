/** The subpath for plans: who is asked for what. The package is named as its users name it, so that each host takes its entry. */
export {
  agents,
  configuration,
  init,
  plan,
  prompt,
  ReconveneError,
  registeredTypes,
  retry,
  showPlan,
  version,
} from "reconvene";
