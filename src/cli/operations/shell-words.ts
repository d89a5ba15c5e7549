import { OPERATION_COMMANDS } from '../../layouts/operation-commands.ts'
import type { OperationFlag } from '../../operations/operation-flags.ts'

/** Rewrites an operation's help for the shell: flags for arguments, commands for operations, a run for a call. */
export function shellWords(help: string, flags: readonly OperationFlag[]): string {
  const named = flags.length > 0 ? withCommands(help) : help
  return flags
    .filter(({ isArgument }) => !isArgument)
    .reduce((text, { path, name }) => text.replaceAll(argument(path), `\`--${name}\``), named)
    .replaceAll('Call the tool again', 'Run it again')
    .replaceAll('call the tool again', 'run it again')
    .replaceAll('in a separate field', flags.length > 0 ? 'in a separate flag' : 'in a separate field')
}

/** An argument as help names it: `tags`, `dry_run: true`. */
function argument(path: readonly string[]): RegExp {
  return new RegExp(`\`${path.at(-1)?.replace(/[^\w-]/g, '\\$&')}(?:: (?:true|false))?\``, 'g')
}

/** `write_task`, with or without code marks, as the command that runs it; a name in any other text in code marks stays. */
function withCommands(help: string): string {
  return help.replace(/`[^`]*`|\b[a-z]+(?:_[a-z]+)+\b/g, (word) => {
    const operation = word.replaceAll('`', '')
    const command = OPERATION_COMMANDS.find((entry) => entry.operation === operation)
    return command ? `\`memkeep ${command.name}\`` : word
  })
}
