import { PLAN_STATUSES, type PlanStatus } from '../core/plan-status.ts'
import type { FailOn } from '../core/report.ts'
import { calendarDate, type Flag, shardNumber, someText, wholeNumber } from './flags/flag.ts'
import { FORMATS, type Format } from './flags/formats.ts'

/** Flags that every command has. */
const EVERY_COMMAND: readonly Flag[] = [
  { flags: '-C, --cwd <dir>', summary: 'work as if started in this directory', parse: someText },
  {
    flags: '--config <file>',
    summary: 'settings file, instead of memkeep.yaml at the root',
    parse: someText,
  },
  {
    flags: '--format <name>',
    summary: 'how to print the outcome; `html` is for `report` alone, and findings have all the others',
    choices: FORMATS,
  },
  {
    flags: '--output <file>',
    summary: 'write the outcome to a file instead of standard output',
    parse: someText,
  },
  { flags: '--quiet', summary: 'list errors only' },
  {
    flags: '--max-warnings <n>',
    summary: 'exit 1 when there are more warnings than this',
    parse: wholeNumber,
  },
  { flags: '--strict', summary: 'exit 1 on any warning' },
  { flags: '--no-color', summary: 'print without colors' },
  { flags: '--now <date>', summary: 'take this as today (YYYY-MM-DD)', parse: calendarDate },
  { flags: '--no-cache', summary: 'neither read nor write facts of earlier runs' },
  { flags: '--debug', summary: 'print the stack of every error' },
]

/** Flags of the commands that check. */
const CHECKING: readonly Flag[] = [
  {
    flags: '--staged',
    summary: 'check the staged files',
    commands: ['check', 'merge-reports'],
    conflicts: ['rev', 'fix'],
  },
  {
    flags: '--rev <rev>',
    summary: 'check a commit',
    commands: ['check', 'merge-reports'],
    conflicts: ['staged', 'fix'],
  },
  {
    flags: '--base <rev>',
    summary: 'also check history since the merge base with a revision, and mark new findings',
    commands: ['check', 'ci', 'merge-reports'],
  },
  {
    flags: '--parser <name>',
    summary: 'remark parses every document in full, which changes nothing but the time it takes',
    commands: ['check', 'merge-reports'],
    choices: ['auto', 'remark'],
  },
  {
    flags: '--shard <i/n>',
    summary: 'judge nothing: write one of several equal shares of the work to the file of --output',
    commands: ['check'],
    conflicts: ['fix'],
    parse: shardNumber,
  },
  {
    flags: '--fail-on <what>',
    summary: 'fail on new errors (as it does without), on all errors, or on new warnings as well',
    commands: ['ci'],
    choices: ['new', 'all', 'warning'],
  },
  {
    flags: '--sarif <file>',
    summary: 'also write what was found as SARIF',
    commands: ['ci'],
    parse: someText,
  },
  {
    flags: '--summary <file>',
    summary: 'also write a summary in Markdown; in GitHub Actions it is the summary of the step',
    commands: ['ci'],
    parse: someText,
  },
  {
    flags: '--shards <dir>',
    summary: 'take what shards of the check wrote to this directory, and parse nothing that they have parsed',
    commands: ['ci'],
    parse: someText,
  },
  { flags: '--fix', summary: 'mend what can be mended safely first', commands: ['check'] },
]

/** Flags of the commands that change files. */
const CHANGING: readonly Flag[] = [
  {
    flags: '--check',
    summary: 'write nothing: list derived files that are stale, and exit 1 if there are any',
    commands: ['index'],
  },
  {
    flags: '--keep <n>',
    summary: 'how many of the newest entries stay',
    commands: ['archive'],
    conflicts: ['entry'],
    parse: wholeNumber,
  },
  {
    flags: '--entry <title>',
    summary: 'the one entry that goes, by its title or as "[2026-02-08] Title"',
    commands: ['archive'],
    parse: someText,
  },
  {
    flags: '--reason <text>',
    summary: 'why: a comment above the entry in the archive says it',
    commands: ['archive'],
  },
  {
    flags: '--dry-run',
    summary: 'write nothing: print what would change',
    commands: ['archive', 'init', 'migrate', 'uninstall'],
  },
  { flags: '--yes', summary: 'ask nothing', commands: ['init'] },
  {
    flags: '--editor',
    summary: 'also let VS Code and its kin check memory files by their schemas while you type',
    commands: ['init'],
  },
  {
    flags: '--clone',
    summary: 'only what git does not clone: hooks and merge driver of this clone; silent when all is well',
    commands: ['init'],
    conflicts: ['editor'],
  },
  {
    flags: '--list',
    summary: 'write nothing and run no code of the repository: list what is pending, by migration and file',
    commands: ['migrate'],
    conflicts: ['dryRun', 'revert'],
  },
  {
    flags: '--only <path>',
    summary: 'change this file, or what lies in this directory, and what belongs to it; may be repeated',
    commands: ['migrate'],
    repeats: true,
    parse: someText,
  },
  {
    flags: '--include <name>',
    summary: 'also run a migration that runs only when it is named; may be repeated',
    commands: ['migrate'],
    repeats: true,
    parse: someText,
  },
  {
    flags: '--with <choice>',
    summary: 'let a migration do what it does only when it is asked to; may be repeated',
    commands: ['migrate'],
    repeats: true,
    parse: someText,
  },
  {
    flags: '--status-default <status>',
    summary: 'the status of plans that state none, instead of `new`; it is listed as a guess',
    commands: ['migrate'],
    choices: PLAN_STATUSES,
  },
  {
    flags: '--report <file>',
    summary:
      'also write a Markdown report: every value with its evidence, what was guessed, what needs a person',
    commands: ['migrate'],
    parse: someText,
  },
  {
    flags: '--allow-dirty',
    summary: 'change files with changes that are not committed as well',
    commands: ['migrate'],
  },
  {
    flags: '--json <json>',
    summary: 'the arguments of the operation as JSON; else a file or standard input has them',
    commands: ['tool'],
    parse: someText,
  },
  {
    flags: '--revert',
    summary: 'take the last run back, but for files that were edited since',
    commands: ['migrate'],
    conflicts: ['dryRun', 'only', 'include', 'with', 'statusDefault', 'report', 'allowDirty'],
  },
]

/** Values of the flags, by name, besides those of operations; a flag that was not given is absent, except `color` and `cache`, which are true. */
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
  readonly json?: string
}

/** Every flag besides those of operations, and besides `-h, --help` and `-V, --version`, which commander adds. */
export const FLAGS: readonly Flag[] = [...EVERY_COMMAND, ...CHECKING, ...CHANGING]
