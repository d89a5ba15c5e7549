import type { Diagnostic } from './diagnostic.ts'
import type { JsonObject } from './json.ts'
import type { Memory } from './memory.ts'
import type { Settings } from './settings.ts'
import type { Source } from './source.ts'
import type { WritePlan } from './write-plan.ts'

/** What a tool is given: the memory of its layout, and the files that it asked for, parsed. */
export type ToolInput = {
  /** The arguments, which fit the tool's input schema. */
  readonly args: JsonObject
  readonly memory: Memory
  /** By path; one that is not there, or cannot be read, is left out. */
  readonly sources: ReadonlyMap<string, Source>
  /** Of the paths that it asked for and that are no files of the repository: what stands there all the same. */
  readonly hidden?: ReadonlyMap<string, string>
}

/** Why something cannot be done, and what to do instead. */
export type Refusal = { readonly refusal: string; readonly help: string }

/** A plan carried out in memory, with the derived files that follow from it: nothing is written yet. */
export type TriedPlan = {
  readonly memory: Memory
  /** The files of the plan, parsed; one that cannot be read is left out. */
  readonly sources: ReadonlyMap<string, Source>
  /** What the check finds that it did not find before. */
  readonly findings: readonly Diagnostic[]
}

/** Reads back what a plan comes to: why it is not what was asked for, or null. */
export type ToolReview = (tried: TriedPlan) => Refusal | null

/** What a tool answers; every text in it is untrusted. */
export type ToolAnswer =
  | {
      /** For a model to read. */
      readonly text: string
      /** The same as data; it fits the tool's output schema. */
      readonly data: JsonObject
      /** What is to be written, absent for a tool that only reads: it is checked before it is written. */
      readonly plan?: WritePlan
      /** The plan is checked, and not written. */
      readonly dryRun?: true
      /** Asked before anything is written. */
      readonly review?: ToolReview
    }
  | Refusal

/** A tool by which agents read or write the memory of a layout. */
export type Tool = {
  /** As the protocol names it: `workspace_get_context`. */
  readonly name: string
  readonly title: string
  /** When to use it, and how: what a model reads before it calls. */
  readonly description: string
  /** JSON Schemas (2020-12) of an object. */
  readonly input: JsonObject
  readonly output: JsonObject
  readonly readOnly: boolean
  /** It may change or delete what is there; an addition is none. */
  readonly destructive: boolean
  /** Called twice with the same arguments it does nothing more. */
  readonly idempotent: boolean
  /**
   * Which parts of the memory, as its layout's `partOf` names them, it has to see: the documents of others are left out. All
   * are seen when it is absent or null.
   */
  readonly parts?: (args: JsonObject, settings: Settings) => ((part: string) => boolean) | null
  /**
   * Directories below which all lies that an answer of it can depend on, refusals left aside; null where that cannot be said.
   * The whole listing when it is absent.
   */
  readonly folders?: (args: JsonObject, settings: Settings) => readonly string[] | null
  /** Paths whose sources it wants, from the arguments and the listing; also of files that may not be there. */
  readonly wants: (input: Omit<ToolInput, 'sources' | 'hidden'>) => readonly string[]
  /** Purely: the same input gives the same answer. Never throws for what agents or files say. */
  readonly run: (input: ToolInput) => ToolAnswer
}
