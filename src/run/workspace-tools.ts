import { today } from '../core/date.ts'
import type { PlanStatus } from '../core/plan-status.ts'
import { toolNamed } from './tool-named.ts'
import type { ToolOptions, ToolResult } from './tools/tool-request.ts'
import { runTool } from './tools.ts'
import type { ContextData, SavedData } from './workspace-answers.ts'

/** Whose memory: a workspace with everything below it, one of its domains, or one repository of a domain. */
export type MemoryScope = {
  readonly workspace: string
  readonly domain?: string | undefined
  readonly repository?: string | undefined
}

/** What of a workspace's memory can be asked for beside the defaults. */
export type ContextTopic =
  | 'overview'
  | 'plans'
  | 'features'
  | 'spikes'
  | 'architecture'
  | 'decisions'
  | 'lessons'

/** What of a workspace's memory is asked for. */
export type ContextArguments = {
  readonly scope: MemoryScope
  /** What to return beside the defaults; nothing when absent. */
  readonly topics?: readonly ContextTopic[] | undefined
  /** False leaves out the folder structure and the summaries; true when absent. */
  readonly include_defaults?: boolean | undefined
  /** What the entries of the topics must have: all filters together. */
  readonly filters?:
    | {
        /** Of plans, any of these. */
        readonly status?: readonly PlanStatus[] | undefined
        /** Any of these. */
        readonly tags?: readonly string[] | undefined
        /** Of decisions and lessons. */
        readonly category?: string | undefined
      }
    | undefined
  /** Most estimated tokens of the answer; no limit when absent. */
  readonly token_budget?: number | undefined
}

/** One decision or lesson to save. */
export type SaveArguments = {
  readonly scope: Omit<MemoryScope, 'repository'>
  readonly type: 'decision' | 'lesson'
  /** One line, without a date. */
  readonly title: string
  /** Markdown. */
  readonly content: string
  /** `general` when absent. */
  readonly category?: string | undefined
  readonly tags?: readonly string[] | undefined
  /** Checks everything and writes nothing. */
  readonly dry_run?: boolean | undefined
  /** Saves it although an earlier entry is like it. */
  readonly allow_duplicate?: boolean | undefined
}

/** Where, with what, and on which day a tool is called. */
export type AgentOptions = {
  /** A directory of the repository whose memory it is. */
  readonly cwd: string
  /** Settings file, instead of `memkeep.yaml` at the root. */
  readonly config?: string | undefined
  /** Facts of earlier runs are used, and kept for later ones; true when absent. */
  readonly cache?: boolean | undefined
  /** The day that a saved entry is given, as `YYYY-MM-DD`; the local calendar day when absent. */
  readonly today?: string | undefined
}

/** The names of the workspace tools, as the protocol has them. */
export const GET_CONTEXT = 'workspace_get_context'
export const SAVE_MEMORY = 'workspace_save_memory'

/**
 * Reads a workspace's memory, as `workspace_get_context` does. What it cannot do is a refusal (`'refusal' in result`), which
 * says what to do instead: it throws only in a build without the layout.
 */
export async function getContext(
  args: ContextArguments,
  options: AgentOptions,
): Promise<ToolResult<ContextData>> {
  const result = await runTool(toolNamed(GET_CONTEXT), args, filledIn(options))
  return result as ToolResult<ContextData>
}

/**
 * Saves a decision or a lesson, as `workspace_save_memory` does: checked as a hook checks, and written under a lock. What it
 * cannot do is a refusal (`'refusal' in result`), which says what to do instead: it throws only in a build without the layout.
 */
export async function saveMemory(args: SaveArguments, options: AgentOptions): Promise<ToolResult<SavedData>> {
  const result = await runTool(toolNamed(SAVE_MEMORY), args, filledIn(options))
  return result as ToolResult<SavedData>
}

function filledIn({ cwd, config, cache = true, today: day }: AgentOptions): ToolOptions {
  return { cwd, config, cache, today: day ?? today(new Date()) }
}
