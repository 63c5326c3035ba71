/**
 * Questions that agents ask and people answer, and the decisions that follow. These are the same functions as those of
 * `clarifications` in `reconvene`; `docs/formats/clarifications.md` describes the files.
 */
import { clarifications } from "./reconvene.js";

export { init, ReconveneError, type Reply, version } from "./reconvene.js";

export import parse = clarifications.parse;
export import format = clarifications.format;
export import evaluate = clarifications.evaluate;
export import autofill = clarifications.autofill;
export import answer = clarifications.answer;
export import plan = clarifications.plan;
export import consolidate = clarifications.consolidate;
export import draft = clarifications.draft;
export import parseDecisions = clarifications.parseDecisions;
export import merge = clarifications.merge;
export import trace = clarifications.trace;
export import graph = clarifications.graph;
export import Verdict = clarifications.Verdict;
export import Choice = clarifications.Choice;
export import Question = clarifications.Question;
export import Section = clarifications.Section;
export import DocumentNote = clarifications.DocumentNote;
export import Document = clarifications.Document;
export import Evaluation = clarifications.Evaluation;
export import GivenEvaluation = clarifications.GivenEvaluation;
export import DecisionEntry = clarifications.DecisionEntry;
export import Decisions = clarifications.Decisions;
export import Contradiction = clarifications.Contradiction;
export import DecisionChange = clarifications.DecisionChange;
export import TraceEntry = clarifications.TraceEntry;
