import type { OperationFlag } from '../operations/operation-flags.ts'

/** Rewrites an operation's help for the shell: flags for arguments, a run for a call. */
export function shellWords(help: string, flags: readonly OperationFlag[]): string {
  return flags
    .filter(({ isArgument }) => !isArgument)
    .reduce((text, { path, name }) => text.replaceAll(argument(path), `\`--${name}\``), help)
    .replaceAll('Call the tool again', 'Run it again')
    .replaceAll('call the tool again', 'run it again')
    .replaceAll('in a separate field', flags.length > 0 ? 'in a separate flag' : 'in a separate field')
}

/** An argument as help names it: `tags`, `dry_run: true`. */
function argument(path: readonly string[]): RegExp {
  return new RegExp(`\`${path.at(-1)?.replace(/[^\w-]/g, '\\$&')}(?:: (?:true|false))?\``, 'g')
}
