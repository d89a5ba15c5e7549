import { InvalidArgumentError } from 'commander'
import type { FailOn } from '../core/ci-report.ts'
import { isCalendarDate } from '../core/date.ts'
import { MOST_SHARDS, parseShard } from '../core/shard.ts'
import { FORMATS, type Format } from './formats.ts'

/** One flag of the command line: the table that help texts and the README's table are made from. */
export type Flag = {
  /** As commander reads it: `-C, --cwd <dir>`. */
  readonly flags: string
  readonly summary: string
  /** What the help of a command says instead, where a flag is not the same to each of its commands. */
  readonly per?: { readonly [command: string]: string }
  /** The only commands that have it; every command when absent. */
  readonly commands?: readonly string[]
  readonly choices?: readonly string[]
  readonly conflicts?: readonly string[]
  /** May be given several times: the value is a list. */
  readonly repeats?: true
  /** Turns the text given into the value; throws commander's `InvalidArgumentError`. */
  readonly parse?: (text: string) => number | string
}

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
  readonly dryRun?: boolean
  readonly yes?: boolean
  readonly editor?: boolean
  readonly list?: boolean
  readonly only?: readonly string[]
  readonly include?: readonly string[]
  readonly with?: readonly string[]
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

/** Each thread takes memory; more than this are a slip of the finger. */
const MOST_JOBS = 64

/** Every flag besides `-h, --help` and `-V, --version`, which commander adds. */
export const FLAGS: readonly Flag[] = [
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
  {
    flags: '--jobs <n>',
    summary: 'read documents in so many threads, which changes nothing but the time and memory it takes',
    parse: jobNumber,
  },
  { flags: '--debug', summary: 'print the stack of every error' },
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
  {
    flags: '--check',
    summary: 'write nothing: list derived files that are stale, and exit 1 if there are any',
    commands: ['index'],
  },
  {
    flags: '--keep <n>',
    summary: 'how many of the newest entries stay',
    commands: ['archive'],
    parse: wholeNumber,
  },
  {
    flags: '--dry-run',
    summary: 'write nothing: print what would change',
    commands: ['archive', 'init', 'migrate', 'save', 'uninstall'],
  },
  { flags: '--yes', summary: 'ask nothing', commands: ['init'] },
  {
    flags: '--editor',
    summary: 'also let VS Code and its kin check memory files by their schemas while you type',
    commands: ['init'],
  },
  {
    flags: '--list',
    summary: 'write nothing: list what is pending, by migration and file',
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
    flags: '--revert',
    summary: 'take the last run back, but for files that were edited since',
    commands: ['migrate'],
    conflicts: ['dryRun', 'only', 'include', 'with', 'report', 'allowDirty'],
  },
  {
    flags: '--workspace <name>',
    summary: 'the workspace whose memory is read or written; always needed',
    commands: ['context', 'save'],
    parse: someText,
  },
  {
    flags: '--domain <name>',
    summary: 'one of its domains: what is read, or where the entry is saved',
    per: {
      context: 'one of its domains alone',
      save: 'save in the log of one of its domains, and not in its own',
    },
    commands: ['context', 'save'],
    parse: someText,
  },
  {
    flags: '--repository <name>',
    summary: 'one repository alone, with the decisions and lessons of its domain and workspace',
    commands: ['context'],
    parse: someText,
  },
  {
    flags: '--topics <list>',
    summary:
      'what to print beside the defaults, with commas: overview, plans, features, spikes, architecture, decisions, lessons',
    commands: ['context'],
    parse: someText,
  },
  {
    flags: '--no-defaults',
    summary: 'leave out the folder structure and the summaries',
    commands: ['context'],
  },
  {
    flags: '--status <list>',
    summary: 'only plans with any of these statuses, with commas',
    commands: ['context'],
    parse: someText,
  },
  {
    flags: '--tags <list>',
    summary: 'the tags of the entry, or only what has any of these tags, with commas',
    per: {
      context: 'only what has any of these tags, with commas',
      save: 'the tags of the entry, with commas',
    },
    commands: ['context', 'save'],
    parse: someText,
  },
  {
    flags: '--category <name>',
    summary: 'the category of the entry, or only entries of this category',
    per: {
      context: 'only decisions and lessons of this category',
      save: 'the category of the entry; else general',
    },
    commands: ['context', 'save'],
    parse: someText,
  },
  {
    flags: '--token-budget <n>',
    summary: 'most estimated tokens that are printed; what is left out is named',
    commands: ['context'],
    parse: wholeNumber,
  },
  {
    flags: '--type <type>',
    summary: 'what is saved; always needed',
    commands: ['save'],
    choices: ['decision', 'lesson'],
  },
  {
    flags: '--title <title>',
    summary: 'the title of the entry, one line without a date; always needed',
    commands: ['save'],
    parse: someText,
  },
  {
    flags: '--content <text>',
    summary: 'the text of the entry, as Markdown; else standard input is read',
    commands: ['save'],
    parse: someText,
  },
  {
    flags: '--allow-duplicate',
    summary: 'save it although an earlier entry is like it',
    commands: ['save'],
  },
]

/** A variable of a script that was never set gives an empty text: that is not the same as no flag. */
function someText(text: string): string {
  if (text !== '') return text
  throw new InvalidArgumentError('Expected some text.')
}

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a whole number.')
}

function jobNumber(text: string): number {
  const number = wholeNumber(text)
  if (number < 1 || number > MOST_JOBS)
    throw new InvalidArgumentError(`Expected a number from 1 to ${MOST_JOBS}.`)
  return number
}

function shardNumber(text: string): string {
  if (parseShard(text)) return text
  throw new InvalidArgumentError(`Expected I/N, such as 3/8, with 1 ≤ I ≤ N ≤ ${MOST_SHARDS}.`)
}

function calendarDate(text: string): string {
  if (isCalendarDate(text)) return text
  throw new InvalidArgumentError('Expected a calendar date, YYYY-MM-DD.')
}
