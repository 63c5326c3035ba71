/**
 * Who is asked for what, and what is asked again: plans, prompts and the definitions of agents. The same functions as those of
 * `reconvene`; `docs/dispatch.md` says what they plan.
 */
export {
  agents,
  type Count,
  type CustomType,
  configuration,
  type DispatchPlan,
  type DispatchUnit,
  type Expected,
  init,
  type Mode,
  type OrchestrationConfig,
  type OwnWave,
  type Percent,
  type PlanInput,
  type PlannedTask,
  plan,
  prompt,
  ReconveneError,
  type Report,
  registeredTypes,
  retry,
  showPlan,
  version,
} from "./reconvene.js";
