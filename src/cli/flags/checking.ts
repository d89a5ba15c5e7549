import type { Flag } from './flag.ts'
import { shardNumber, someText } from './flag-text.ts'

/** Flags of the commands that check. */
export const CHECKING: readonly Flag[] = [
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
