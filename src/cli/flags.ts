import { PLAN_STATUSES } from '../core/plan-status.ts'
import { FORMATS } from './command.ts'
import { type Flag, parseMoment, parseNames, parseShardFlag, parseText, parseWholeNumber } from './flag.ts'

/** Flags that every command has. */
const COMMON_FLAGS: readonly Flag[] = [
  { flags: '-C, --cwd <dir>', summary: 'work as if started in this directory', parse: parseText },
  {
    flags: '--config <file>',
    summary: 'settings file, instead of memkeep.yaml at the root',
    parse: parseText,
  },
  {
    flags: '--format <name>',
    summary: 'how to print the outcome; `html` is for `report` only, findings have all the others',
    choices: FORMATS,
  },
  {
    flags: '--output <file>',
    summary: 'write the outcome, with all findings, to a file instead of standard output',
    parse: parseText,
  },
  { flags: '--quiet', summary: 'list errors only' },
  {
    flags: '--max-warnings <n>',
    summary: 'exit 1 when there are more warnings than this',
    parse: parseWholeNumber,
  },
  { flags: '--strict', summary: 'exit 1 on any warning' },
  { flags: '--no-color', summary: 'print without colors' },
  {
    flags: '--now <date>',
    summary: 'take this as today (YYYY-MM-DD), or as the present instant (YYYY-MM-DDTHH:MM:SSZ)',
    parse: parseMoment,
  },
  { flags: '--no-cache', summary: 'neither use nor keep what earlier runs found' },
  { flags: '--debug', summary: 'print the stack of every error' },
]

/** Flags of the commands that check. */
const CHECK_FLAGS: readonly Flag[] = [
  {
    flags: '--staged',
    summary: 'check the staged files; with --fix, fix there what the commit would bring',
    commands: ['check', 'merge-reports'],
    conflicts: ['rev'],
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
    summary: '`remark` parses every document in full, which takes longer; the outcome is the same',
    commands: ['check', 'merge-reports'],
    choices: ['auto', 'remark'],
  },
  {
    flags: '--shard <i/n>',
    summary: 'do one of n equal shares of the work, and write it to the file of --output for merge-reports',
    commands: ['check'],
    conflicts: ['fix'],
    parse: parseShardFlag,
  },
  {
    flags: '--fail-on <what>',
    summary: 'fail on new errors (the default), on all errors, or also on new warnings',
    commands: ['ci'],
    choices: ['new', 'all', 'warning'],
  },
  {
    flags: '--sarif <file>',
    summary: 'also write the findings as SARIF',
    commands: ['ci'],
    parse: parseText,
  },
  {
    flags: '--summary <file>',
    summary: 'also write a summary in Markdown; in GitHub Actions the default is the step summary',
    commands: ['ci'],
    parse: parseText,
  },
  {
    flags: '--shards <dir>',
    summary: 'directory with the files that check --shard wrote; their documents are not parsed again',
    commands: ['ci'],
    parse: parseText,
  },
  { flags: '--fix', summary: 'first fix what can be fixed safely', commands: ['check'] },
]

/** Flags of the commands that change files. */
const CHANGE_FLAGS: readonly Flag[] = [
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
    parse: parseWholeNumber,
  },
  {
    flags: '--entry <title>',
    summary: 'the one entry to move, by its title or as "[2026-02-08] Title"',
    commands: ['archive'],
    parse: parseText,
  },
  {
    flags: '--reason <text>',
    summary: 'why; written in a comment above the entry in the archive',
    commands: ['archive'],
  },
  {
    flags: '--dry-run',
    summary: 'write nothing: print what would change',
    commands: ['archive', 'init', 'migrate', 'rename-tag', 'uninstall'],
  },
  {
    flags: '--yes',
    summary: 'ask nothing on a terminal: write everything that init proposes',
    commands: ['init'],
  },
  {
    flags: '--explain',
    summary: 'say of each log how well its form explains the file, and what else its entries could be',
    commands: ['files'],
  },
  {
    flags: '--codeowners <owners>',
    summary:
      'print the lines of CODEOWNERS that give the memory found, and what judges it, to @user or @org/team',
    commands: ['doctor'],
    parse: parseText,
  },
  {
    flags: '--editor',
    summary: 'also let VS Code and similar editors check memory files by their schemas while you type',
    commands: ['init'],
  },
  {
    flags: '--agent-hooks [list]',
    summary:
      'also let agents call memkeep at the start of a session, before a compaction and after a turn: claude, codex, cursor, gemini; without names those whose folders are there, else claude',
    commands: ['init'],
    parse: parseNames,
  },
  {
    flags: '--clone',
    summary:
      'set up only what git does not clone: the hooks and merge driver; silent when nothing is left to do',
    commands: ['init'],
    conflicts: ['editor', 'agentHooks'],
  },
  {
    flags: '--list',
    summary: 'write nothing and run no code of the repository: list what is pending, by migration and file',
    commands: ['migrate'],
    conflicts: ['dryRun', 'revert'],
  },
  {
    flags: '--only <path>',
    summary: 'change only this file or directory, and the files that belong to it; may be repeated',
    commands: ['migrate'],
    repeats: true,
    parse: parseText,
  },
  {
    flags: '--include <name>',
    summary: 'also run a migration that runs only by name; may be repeated',
    commands: ['migrate'],
    repeats: true,
    parse: parseText,
  },
  {
    flags: '--with <choice>',
    summary: 'turn on an optional step of a migration; may be repeated',
    commands: ['migrate'],
    repeats: true,
    parse: parseText,
  },
  {
    flags: '--status-default <status>',
    summary: 'the status of plans that state none, instead of `new`; it is listed as a guess',
    commands: ['migrate'],
    choices: PLAN_STATUSES,
  },
  {
    flags: '--trim',
    summary: 'list what could go from what agents load at start, with the tokens that each saves',
    commands: ['report'],
  },
  {
    flags: '--report <file>',
    summary:
      'also write a Markdown report: every value with its evidence, every guess, and what needs a person',
    commands: ['migrate'],
    parse: parseText,
  },
  {
    flags: '--allow-dirty',
    summary: 'also change files that have uncommitted changes',
    commands: ['migrate'],
  },
  {
    flags: '--json <json>',
    summary: 'the arguments of the operation as JSON, instead of a file or standard input',
    commands: ['tool'],
    parse: parseText,
  },
  {
    flags: '--layouts <list>',
    summary:
      'offer the search and the tools of these layouts, separated by commas; else those of the layouts in use',
    commands: ['mcp'],
    parse: parseNames,
  },
  {
    flags: '--tools <list>',
    summary: 'list these tools as well, separated by commas, or `all`; else those that search, read and save',
    commands: ['mcp'],
    parse: parseNames,
  },
  {
    flags: '--layout <list>',
    summary: 'search these layouts only, separated by commas',
    commands: ['find'],
    parse: parseNames,
  },
  {
    flags: '--kind <list>',
    summary: 'search these kinds only, such as decision or task, separated by commas',
    commands: ['find'],
    parse: parseNames,
  },
  {
    flags: '--tag <list>',
    summary: 'only what has one of these tags or categories, separated by commas',
    commands: ['find'],
    parse: parseNames,
  },
  {
    flags: '--since <day>',
    summary: 'only what is of this day or later, as 2026-03-31; what has no day is left out',
    commands: ['find'],
    parse: parseText,
  },
  {
    flags: '--until <day>',
    summary: 'only what is of this day or earlier; what has no day is left out',
    commands: ['find'],
    parse: parseText,
  },
  {
    flags: '--limit <n>',
    summary: 'at most so many results; 10 when absent',
    commands: ['find', 'audit'],
    parse: parseWholeNumber,
  },
  {
    flags: '--token-budget <n>',
    summary: 'at most so many tokens of text in all results, by an estimate; all when absent',
    commands: ['find', 'audit'],
    parse: parseWholeNumber,
  },
  {
    flags: '--diff',
    summary: 'show what changed in the files that a statement names',
    commands: ['audit'],
  },
  {
    flags: '--confirm <list>',
    summary: 'note that these statements are still true, by their ids, separated by commas',
    commands: ['audit'],
    conflicts: ['limit', 'tokenBudget', 'diff'],
    parse: parseNames,
  },
  {
    flags: '--include-archived',
    summary: 'also what is superseded or archived, behind everything else',
    commands: ['find'],
  },
  {
    flags: '--models <file>',
    summary: 'the file of models, instead of ~/.config/memkeep/models.yaml',
    commands: ['tool', 'mcp', 'find'],
    ofAsking: true,
    parse: parseText,
  },
  {
    flags: '--revert',
    summary: 'undo the last run, except in files that were edited since',
    commands: ['migrate'],
    conflicts: ['dryRun', 'only', 'include', 'with', 'statusDefault', 'report', 'allowDirty'],
  },
  {
    flags: '--from <agent>',
    summary: 'the agent whose memory is read: claude',
    commands: ['import'],
    parse: parseText,
  },
  {
    flags: '--write',
    summary: 'write what is shown without it',
    commands: ['import'],
  },
]

/** Every flag except those of operations, and except `-h, --help` and `-V, --version`, which commander adds. */
export const FLAGS: readonly Flag[] = [...COMMON_FLAGS, ...CHECK_FLAGS, ...CHANGE_FLAGS]
