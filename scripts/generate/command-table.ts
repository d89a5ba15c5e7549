import { COMMANDS } from '../../src/cli/commands.ts'
import { markdownTable } from './markdown-table.ts'

/** The command line's commands, as a Markdown table. */
export function commandTable(): string {
  const rows = COMMANDS.map(({ name, args, summary }) => [
    `\`memkeep ${name}${args === undefined ? '' : ` ${args}`}\``,
    summary,
  ])
  return markdownTable(['command', 'does'], rows)
}
