/** Arguments of the tools, each of which is a flag of the same name in the shell. */
const ARGUMENT = /`(workspace|domain|type|title|content|category|tags|dry_run|allow_duplicate)(?:: true)?`/g

/** What to do instead, as a tool says it to whoever calls it, in the words of the shell: flags for arguments, a run for a call. */
export function shellWords(help: string): string {
  return help
    .replace(ARGUMENT, (_, name: string) => `\`--${name.replaceAll('_', '-')}\``)
    .replaceAll('Call the tool again', 'Run it again')
    .replaceAll('call the tool again', 'run it again')
    .replaceAll('in a field of its own', 'in a flag of its own')
}
