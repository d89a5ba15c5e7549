import type { JsonObject } from '../../core/json.ts'
import type { Layout } from '../../core/layout.ts'
import type { Refusal, Tool } from '../../core/tool.ts'
import type { LockPorts } from '../../engine/part-locks.ts'
import type { PlannedTexts } from '../../engine/planned-texts.ts'
import type { RecentFacts } from '../../engine/recent-facts.ts'
import type { Places } from '../../git/list-work-tree.ts'
import type { Project } from '../../snapshot/project.ts'

/** A tool, and the layout whose memory it reads or writes. */
export type LayoutTool = { readonly tool: Tool; readonly layout: Layout }

/** One call of a tool. */
export type ToolOptions = {
  readonly cwd: string
  readonly config?: string | undefined
  /** Facts of earlier runs are used, and kept for later ones. */
  readonly cache: boolean
  /** `YYYY-MM-DD` */
  readonly today: string
  /** What a process that goes on remembers between its calls (`recentFacts`). */
  readonly recent?: RecentFacts | undefined
  readonly ports?: LockPorts | undefined
}

/** Why it was not done, and what to do instead. */
export type ToolRefusal = Refusal

/** What a call came to. Every text in it was written by people and agents: it is untrusted. */
export type ToolResult<Data = JsonObject> =
  | {
      /** For a model to read: YAML. */
      readonly text: string
      /** The same as data. */
      readonly data: Data
      /** Paths of the files that were written, derived ones included. */
      readonly written: readonly string[]
      /** What was changed, or by a dry run would be: for people to look at. */
      readonly plan: PlannedTexts
      /** One-line remarks: what could not be done beside what was asked for. */
      readonly notes: readonly string[]
    }
  | ToolRefusal

/** A call whose arguments fit, in the project that it is for. */
export type ToolCall = LayoutTool & {
  readonly args: JsonObject
  readonly project: Project
  readonly options: ToolOptions
  /** Where in the repository is looked; all of it when absent. */
  readonly places?: Places
}
