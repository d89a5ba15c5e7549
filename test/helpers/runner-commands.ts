/** Commands that GitHub's runner obeys when a line of a step's output holds them; it takes their names in any case. */
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

/** A command as the runner takes it out of a line. */
export type RunnerCommand = {
  readonly name: string
  readonly properties: { readonly [name: string]: string }
  readonly data: string
}

/** Lines as the runner's stream reader splits them: a lone carriage return ends one too. */
export function runnerLines(output: string): string[] {
  return output.split(/\r\n|\r|\n/)
}

/** The commands that the runner would obey in a step's output: its two parsers, ported. */
export function runnerCommands(output: string): RunnerCommand[] {
  return runnerLines(output).flatMap((line) => current(line) ?? legacy(line) ?? [])
}

/** The names of those commands. */
export function obeyedCommands(output: string): string[] {
  return runnerCommands(output).map(({ name }) => name)
}

/** White space as .NET trims it. */
const SPACE = '[\\p{Z}\\t-\\r\\u0085]+'
const LEADING = new RegExp(`^${SPACE}`, 'u')
const TRAILING = new RegExp(`${SPACE}$`, 'u')

/** `::command key=value,key=value::data`, at the start of a line after any Unicode white space. */
function current(line: string): RunnerCommand | undefined {
  const message = line.replace(LEADING, '')
  if (!message.startsWith('::')) return undefined
  const end = message.indexOf('::', 2)
  if (end < 0) return undefined
  return commandIn(message.slice(2, end), message.slice(end + 2), {
    properties: (text) => text.replace(LEADING, '').replace(TRAILING, '').split(','),
    unescapeProperty: (text) => unescaped(text, ['\r', '\n', ':', ',']),
    unescapeData: (text) => unescaped(text, ['\r', '\n']),
  })
}

/** `##[command key=value;key=value]data`, anywhere in a line. */
function legacy(line: string): RunnerCommand | undefined {
  const start = line.indexOf('##[')
  const end = line.indexOf(']', start)
  if (start < 0 || end < 0) return undefined
  const unescapeText = (text: string): string => unescaped(text, [';', '\r', '\n', ']'])
  return commandIn(line.slice(start + 3, end), line.slice(end + 1), {
    properties: (text) => text.split(';'),
    unescapeProperty: unescapeText,
    unescapeData: unescapeText,
  })
}

type Syntax = {
  readonly properties: (text: string) => readonly string[]
  readonly unescapeProperty: (text: string) => string
  readonly unescapeData: (text: string) => string
}

function commandIn(info: string, data: string, syntax: Syntax): RunnerCommand | undefined {
  const space = info.indexOf(' ')
  const name = space < 0 ? info : info.slice(0, space)
  if (!REGISTERED.has(name.toLowerCase())) return undefined
  const properties: { [name: string]: string } = {}
  for (const pair of space > 0 ? syntax.properties(info.slice(space + 1)) : []) {
    // A name or value that is empty is dropped, and so are further signs of equality before a value.
    const [, key, value] = /^=*([^=]+)=+([^=].*)$/s.exec(pair) ?? []
    if (key !== undefined && value !== undefined) properties[key] = syntax.unescapeProperty(value)
  }
  return { name, properties, data: syntax.unescapeData(data) }
}

/** The per cent sign comes last, as in the runner. */
function unescaped(text: string, tokens: readonly string[]): string {
  return [...tokens, '%'].reduce((left, token) => left.replaceAll(escapeOf(token), token), text)
}

function escapeOf(token: string): string {
  return `%${token.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
