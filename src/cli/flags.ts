import type { PlanStatus } from '../core/plan-status.ts'
import type { FailOn } from '../core/report.ts'
import { AGENTS } from './flags/agents.ts'
import { CHANGING } from './flags/changing.ts'
import { CHECKING } from './flags/checking.ts'
import { EVERY_COMMAND } from './flags/every-command.ts'
import type { Flag } from './flags/flag.ts'
import type { Format } from './formats.ts'

/** Values of the flags, by name; a flag that was not given is absent, except `color` and `cache`, which are true. */
export type FlagValues = {
  readonly cwd?: string
  readonly config?: string
  readonly format?: Format
  readonly output?: string
  readonly quiet?: boolean
  readonly maxWarnings?: number
  readonly strict?: boolean
  readonly color: boolean
  readonly now?: string
  readonly cache: boolean
  readonly debug?: boolean
  readonly jobs?: number
  readonly staged?: boolean
  readonly rev?: string
  readonly base?: string
  readonly shard?: string
  readonly parser?: 'auto' | 'remark'
  readonly failOn?: FailOn
  readonly sarif?: string
  readonly summary?: string
  readonly shards?: string
  readonly fix?: boolean
  readonly check?: boolean
  readonly keep?: number
  readonly entry?: string
  readonly reason?: string
  readonly dryRun?: boolean
  readonly yes?: boolean
  readonly editor?: boolean
  readonly clone?: boolean
  readonly list?: boolean
  readonly only?: readonly string[]
  readonly include?: readonly string[]
  readonly with?: readonly string[]
  readonly statusDefault?: PlanStatus
  readonly report?: string
  readonly allowDirty?: boolean
  readonly revert?: boolean
  readonly workspace?: string
  readonly domain?: string
  readonly repository?: string
  readonly topics?: string
  readonly defaults?: boolean
  readonly status?: string
  readonly tags?: string
  readonly category?: string
  readonly tokenBudget?: number
  readonly type?: 'decision' | 'lesson'
  readonly title?: string
  readonly content?: string
  readonly allowDuplicate?: boolean
}

/** Every flag besides `-h, --help` and `-V, --version`, which commander adds. */
export const FLAGS: readonly Flag[] = [...EVERY_COMMAND, ...CHECKING, ...CHANGING, ...AGENTS]
