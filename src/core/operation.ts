import type { DatedText, DeadCite } from './citation.ts'
import type { Diagnostic } from './diagnostic.ts'
import type { Memory } from './document.ts'
import type { JsonObject } from './json.ts'
import type { Layout } from './layout.ts'
import type { AnsweredRequest, ModelRequest } from './model.ts'
import type { Schema } from './schema.ts'
import type { Settings } from './settings.ts'
import type { Source } from './source.ts'
import type { MovingPlan } from './write-plan.ts'

/** What an operation is given: the memory of its layout, and the files that it asked for. */
export type OperationInput<Args extends JsonObject = JsonObject> = {
  /** The arguments, which fit the input schema. */
  readonly args: Args
  readonly memory: Memory
  /** The instant of this plan, in UTC with milliseconds: `2026-02-08T09:30:00.000Z`. It is taken when the memory has been read. */
  readonly now: string
  /** The n-th random id of the call, from 0, a UUID of version 4: as the instant, it is the same however often the plan is made. */
  readonly mint: (n: number) => string
  /** The files that it wanted, parsed, by path. One that does not exist or cannot be read is left out. */
  readonly sources: ReadonlyMap<string, Source>
  /** Of the paths that it wanted and that are no files of the repository: what lies there on disk. */
  readonly hidden?: ReadonlyMap<string, string>
  /** Of the paths that it wanted: files that cannot be read, and those that its layout only keeps, as they are. */
  readonly raw?: ReadonlyMap<string, RawFile>
  readonly outside?: Outside
}

/** What is known besides the memory: each member is for the few operations that ask for it. */
export type Outside = {
  /** Who calls: `cli`, `mcp:` and the name of the client, `library`. The client's name is untrusted. */
  readonly caller?: string
  /** Why the memory can only be read, in words; null where nothing speaks against a write. */
  readonly writeObstacle?: () => string | null
  /** Why the last update of a task by an agent's hook failed, as one line with its time; null where it did not. Untrusted. */
  readonly hookFailure?: (task: string) => string | null
  /** What models said to the operation's requests, in their order. */
  readonly replies?: readonly AnsweredRequest[]
  /** Whether a text holds a secret, for operations that ask models. */
  readonly isSecret?: (text: string) => boolean
  /** What the texts that the operation names by `dated` cite and is gone, by their names there; one without such is left out. */
  readonly dead?: ReadonlyMap<string, readonly DeadCite[]>
}

/** A file as it is, and when it was last changed, in UTC with milliseconds. */
export type RawFile = { readonly bytes: Uint8Array; readonly changedAt: string }

/**
 * Why something cannot be done, and what to do instead. The failure is `degraded` where the memory can only be read, and `use`
 * where the call itself is wrong; without one the request was judged and refused.
 */
export type Refusal = {
  /** Why: one sentence without a full stop. */
  readonly refusal: string
  /** What to do. */
  readonly help: string
  /** `degraded`: the memory can only be read. `use`: the call is wrong. Absent where the request was judged and refused. */
  readonly failure?: 'degraded' | 'use'
}

/** What to do about secrets that a save is refused for. */
export function helpForSecrets(fingerprints: readonly string[]): string {
  const allow = [...new Set(fingerprints)].join(', ')
  return `Nothing was written. Leave the secret out and name where it is kept; if it was written down anywhere, replace it at its source. If it opens nothing, a person allows it in memkeep.yaml and commits that: \`secrets: { allow: [${allow}] }\`.`
}

/** A plan carried out in memory, with the derived files that follow from it: nothing is written yet. */
export type TriedPlan = {
  readonly memory: Memory
  /** The files of the plan, parsed. A file that cannot be read is left out. */
  readonly sources: ReadonlyMap<string, Source>
  /** What the check finds that it did not find before. */
  readonly findings: readonly Diagnostic[]
}

/** Reads a tried plan back: why it is not what was asked for, or null. */
export type OperationReview = (tried: TriedPlan) => Refusal | null

/** What an operation answers. Every text in it is untrusted. */
export type OperationAnswer<Data extends JsonObject = JsonObject> = Answer<Data> | Refusal

/** The answer to a request that is not refused. */
export type Answer<Data extends JsonObject = JsonObject> = AnswerText<Data> & {
  /** What is to be written: it is checked before it is written. Absent where nothing is. */
  readonly plan?: MovingPlan
  /** The plan is checked, and not written. */
  readonly dryRun?: true
  /** Asked before anything is written. */
  readonly review?: OperationReview
  /** A part of what was asked for was not done. */
  readonly partly?: true
  /** In place of a plan. */
  readonly note?: NotePlan<Data>
  /** Written before the plan. */
  readonly groups?: PlanGroups<Data>
  /** Parts that no other call may begin meanwhile, besides those of what is written. */
  readonly alsoLocks?: readonly string[]
}

/**
 * A plan on which the answer does not depend, as of a reading that notes its use. Its locks are waited for a moment only, and
 * the change is not shown.
 */
type NotePlan<Data extends JsonObject = JsonObject> = {
  readonly plan: MovingPlan
  /** The answer where the plan is not written, with the reason in it. */
  readonly unwritten: (reason: string) => AnswerText<Data>
}

/** Plans that are checked and written one by one: one that cannot be written does not stop the next. */
export type PlanGroups<Data extends JsonObject = JsonObject> = {
  readonly plans: readonly MovingPlan[]
  /** Gets why plans were not written, by their number; gives the answer that counts, without groups. */
  readonly settle: (failures: ReadonlyMap<number, string>) => OperationAnswer<Data>
}

/** What an answer says: as text for a model to read, and the same as data, which fits the output schema. */
export type AnswerText<Data extends JsonObject = JsonObject> = {
  readonly text: string
  readonly data: Data
}

/** A setting that a call from the shell can change for itself: it is in no schema, so an agent has no say in it. */
export type SettingFlag = {
  /** The layout's key in the settings file, and the one below it. */
  readonly keys: readonly [string, string]
  readonly name: string
  readonly alias: string
  readonly value: string
  readonly summary: string
}

/** How an operation is called from the shell: its flags follow from the properties of the input schema. */
type OperationCommand = {
  /** `save`, or the name behind that of its group, or of two: `memory add`, `cowork session start`. */
  readonly name: string
  /** What it does, for the list of commands: a phrase without a capital letter or a full stop. */
  readonly summary: string
  /** Command lines for its page in the docs. */
  readonly examples?: readonly string[]
  readonly settings?: readonly SettingFlag[]
}

/** What callers see of an operation. */
export type OperationFace = {
  /** As the protocol names it: `workspace_get_context`. */
  readonly name: string
  readonly title: string
  /** When to use it, and how: what a model reads before it calls, at the cost of its context. */
  readonly description: string
  /** More about it, for people: in no model's context. */
  readonly details?: string
  /**
   * JSON Schemas (2020-12) of an object. Keywords of memkeep's own are shown to no client: `x-type` names the library's type
   * of a subschema, `x-flag` says how a property is spelled as a flag (`operations/operation-flags.ts`).
   */
  readonly input: JsonObject
  readonly output: JsonObject
  readonly readOnly: boolean
  /** It may change or delete what exists. An addition does not. */
  readonly destructive: boolean
  /** Called twice with the same arguments it does nothing more. */
  readonly idempotent: boolean
  /** It reaches beyond the repository, as one that asks a model does. */
  readonly openWorld?: true
  /** Every agent is shown it: it searches, reads or saves. Others are shown where the start of the server names them. */
  readonly everyday?: true
  /** It is for programs: agents are not offered it, because every tool that they see costs them tokens. */
  readonly forPrograms?: true
  /** A separate command. Without one, `memkeep tool NAME` runs it. */
  readonly command?: OperationCommand
}

/**
 * One way to read or write the memory of a layout, declared once: the tool of the protocol, the command with its flags and help,
 * the function of the library with its types, and the page in the docs follow from it. Its functions are methods, so that a list
 * can hold operations of any arguments: they are called with arguments that were checked against their own schema.
 */
export type Operation<
  Args extends JsonObject = JsonObject,
  Data extends JsonObject = JsonObject,
> = OperationFace & {
  readonly input: Schema<Args>
  readonly output: Schema<Data>
  /**
   * Which parts of the memory, as its layout's `partOf` names them, it has to see: the documents of others are left out. All
   * are seen when it is absent or null.
   */
  parts?(args: Args, settings: Settings): ((part: string) => boolean) | null
  /**
   * Directories that hold everything its answer can depend on, refusals apart. Null where that cannot be said. The whole
   * listing when it is absent.
   */
  folders?(args: Args, settings: Settings): readonly string[] | null
  /** Paths of the files that it wants, from the arguments and the listing; also of files that may not exist. No source is there yet. */
  wants(input: OperationInput<Args>): readonly string[]
  /** Further paths, which it knows only when it has seen the first: those that a search is about to give. */
  wantsMore?(input: OperationInput<Args>): readonly string[]
  /** Dated texts that its answer may show, by names of its own: git is asked what they cite and is gone since. Purely. */
  dated?(input: OperationInput<Args>): ReadonlyMap<string, DatedText>
  /**
   * What models are to be asked before it is planned. Called again with all replies so far and the memory as it is then, until it
   * asks nothing more; no lock is held meanwhile. Purely.
   */
  requests?(input: OperationInput<Args>): readonly ModelRequest[] | Refusal
  /** Purely: the same input gives the same answer, and clock and chance are part of the input. Never throws for what agents or files say. */
  plan(input: OperationInput<Args>): OperationAnswer<Data>
}

/** An operation whose functions have the types of its schemas: the compiler infers them from `input` and `output`. */
export function defineOperation<Args extends JsonObject, Data extends JsonObject>(
  operation: Operation<NoInfer<Args>, NoInfer<Data>> & {
    readonly input: Schema<Args>
    readonly output: Schema<Data>
  },
): Operation<Args, Data> {
  return operation
}

/** A text that a person can have put to an agent, such as what to look back at. */
export type AgentPrompt = {
  readonly name: string
  readonly title: string
  /** What it is for: what a person reads who chooses it. */
  readonly description: string
  /** What may be said with it; all are optional texts. */
  readonly parameters: readonly { readonly name: string; readonly description: string }[]
  /** Purely: the text, from what was said. What was said is untrusted. */
  readonly text: (said: { readonly [name: string]: string | undefined }) => string
}

/** What is known of an operation that is not loaded. */
export type OperationName = { readonly name: string; readonly forPrograms?: true }

/** What is known of a layout's operations and prompts before one is called or listed: generated from their declarations. */
export type AgentNames = {
  readonly operations: readonly OperationName[]
  readonly prompts: readonly string[]
}

/** The operations and prompts of a layout, by their exports. */
type ForAgents = {
  readonly operations: { readonly [name: string]: Operation }
  readonly prompts: { readonly [name: string]: AgentPrompt }
}

/** What agents get of a layout, other than the kinds that they can read whole. */
export type LayoutOperations = {
  readonly layout: Layout
  readonly names: AgentNames
  readonly operations: readonly Operation[]
  readonly prompts: readonly AgentPrompt[]
}

/** Those of a layout; all but their names is loaded when something asks for it. */
export function lazyOperations(layout: Layout, names: AgentNames, load: () => ForAgents): LayoutOperations {
  return {
    layout,
    names,
    get operations() {
      return Object.values(load().operations)
    },
    get prompts() {
      return Object.values(load().prompts)
    },
  }
}

/** The declaration of a name that was generated from it. */
export function declared<Declaration extends { readonly name: string }>(
  name: string,
  all: readonly Declaration[],
): Declaration {
  const own = all.find((one) => one.name === name)
  if (own) return own
  throw new Error(`Unexpected absence of ${name}, expected what \`npm run generate\` has named`)
}
