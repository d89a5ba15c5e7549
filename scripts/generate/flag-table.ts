import { FLAGS } from '../../src/cli/flags.ts'
import { markdownTable } from './markdown-table.ts'

/** The command line's flags, as a Markdown table. */
export function flagTable(): string {
  const rows = FLAGS.map(({ flags, summary, commands, choices, ofAsking }) => [
    `\`${flags}\``,
    commands === undefined
      ? 'every command'
      : [
          ...commands.map((command) => `\`${command}\``),
          ...(ofAsking ? ['operations that ask models'] : []),
        ].join(', '),
    choices === undefined ? summary : `${summary}: ${choices.map((choice) => `\`${choice}\``).join(', ')}`,
  ])
  return markdownTable(
    ['flag', 'of', 'does'],
    [...rows, ['`-h, --help`', 'every command', 'print help'], ['`-V, --version`', '', 'print the version']],
  )
}
