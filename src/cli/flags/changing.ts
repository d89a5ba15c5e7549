import { PLAN_STATUSES } from '../../core/plan-status.ts'
import type { Flag } from './flag.ts'
import { someText, wholeNumber } from './flag-text.ts'

/** Flags of the commands that change files. */
export const CHANGING: readonly Flag[] = [
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
    commands: ['archive', 'init', 'migrate', 'save', 'uninstall'],
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
    flags: '--revert',
    summary: 'take the last run back, but for files that were edited since',
    commands: ['migrate'],
    conflicts: ['dryRun', 'only', 'include', 'with', 'statusDefault', 'report', 'allowDirty'],
  },
]
