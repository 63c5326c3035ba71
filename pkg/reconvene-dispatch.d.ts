/**
 * Plans which agents to ask for what, and what to ask again: plans, prompts and the definitions of agents. These are the same functions
 * as in `reconvene`; `docs/dispatch.md` describes the plans.
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
