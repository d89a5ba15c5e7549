/** One command of a story and what must come of it. */
export type Step = {
  /** The story's line, from 1. */
  readonly line: number
  readonly command: string
  readonly code: number
  readonly out: readonly string[]
  readonly err: readonly string[]
}

/** A story: steps, and texts by path or by `@name`. */
export type Story = { readonly steps: readonly Step[]; readonly texts: ReadonlyMap<string, string> }

type OpenStep = { line: number; command: string; code: number; out: string[]; err: string[] }

/** Reads a story; throws at a line that means nothing, so that no expectation is passed over. */
export function parseStory(text: string): Story {
  const [script = '', ...parts] = text.split(/^-- (.+) --\n/m)
  const texts = new Map<string, string>()
  for (let i = 0; i < parts.length; i += 2) texts.set(parts[i] ?? '', parts[i + 1] ?? '')
  return { steps: parseScript(script), texts }
}

function parseScript(script: string): Step[] {
  const steps: OpenStep[] = []
  for (const [index, content] of script.split('\n').entries()) {
    if (content === '' || content.startsWith('#')) continue
    const mark = content[0] ?? ''
    const rest = content.slice(2)
    const step = steps.at(-1)
    if (mark === '$') steps.push({ line: index + 1, command: rest, code: 0, out: [], err: [] })
    else if (mark === '?' && step) step.code = Number(rest)
    else if (mark === '>' && step) step.out.push(rest)
    else if (mark === '!' && step) step.err.push(rest)
    else throw new Error(`line ${index + 1} means nothing: ${content}`)
  }
  return steps
}

/** Splits a command at spaces; single quotes keep words together. Nothing else is special. */
export function words(command: string): string[] {
  return [...command.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ''))
}

/** True when printed lines are the expected ones: `[..]` is anything in a line, `...` any number of lines. */
export function matchesLines(expected: readonly string[], printed: string): boolean {
  const pattern = expected
    .map((line) => (line === '...' ? '(?:.*\n)*?' : `${line.split('[..]').map(escaped).join('.*')}\n`))
    .join('')
  return new RegExp(`^${pattern}$`, 'u').test(printed)
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
