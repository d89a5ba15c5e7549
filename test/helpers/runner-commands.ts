/** Commands that GitHub's runner obeys when a line of a step's output holds them. */
const REGISTERED = new Set([
  'add-mask',
  'add-matcher',
  'add-path',
  'debug',
  'echo',
  'endgroup',
  'error',
  'group',
  'internal-set-repo-path',
  'notice',
  'remove-matcher',
  'save-state',
  'set-env',
  'set-output',
  'stop-commands',
  'warning',
])

/** Lines as the runner's stream reader splits them: a lone carriage return ends one too. */
export function runnerLines(output: string): string[] {
  return output.split(/\r\n|\r|\n/)
}

/** The commands that the runner would obey in a step's output: its two parsers, ported. */
export function obeyedCommands(output: string): string[] {
  return runnerLines(output).flatMap((line) => current(line) ?? legacy(line) ?? [])
}

/** `::command key=value::data`, at the start of a line after any Unicode white space. */
function current(line: string): string | undefined {
  const message = line.replace(/^[\p{Z}\t-\r\u0085]+/u, '')
  if (!message.startsWith('::')) return undefined
  const end = message.indexOf('::', 2)
  return end < 0 ? undefined : commandIn(message.slice(2, end))
}

/** `##[command key=value;]data`, anywhere in a line. */
function legacy(line: string): string | undefined {
  const start = line.indexOf('##[')
  const end = line.indexOf(']', start)
  return start < 0 || end < 0 ? undefined : commandIn(line.slice(start + 3, end))
}

function commandIn(info: string): string | undefined {
  const [name = ''] = info.split(' ', 1)
  return REGISTERED.has(name.toLowerCase()) ? name : undefined
}
