/** What the library gives of this layout: updates as text, as data, and applied to a state. */
export type { Applied, ApplyOptions } from './dsl/apply-update.ts'
export { applyUpdate, parseUpdate, printUpdate } from './dsl/calls.ts'
export type { Refusal, TaskState, Update, UpdateProblem } from './dsl/grammar.ts'
export type { ParsedUpdate } from './dsl/parse-update.ts'
