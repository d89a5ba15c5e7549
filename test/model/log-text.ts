import { entryStarts } from './independent-index.ts'
import type { Random } from './random.ts'

const TAGS = ['pnpm', 'ci', 'node.js', 'cache', 'xstate', 'c++', 'auth', 'sql']
const CATEGORIES = {
  decisions: ['architecture', 'tooling', 'convention', 'dependency'],
  lessons: ['debugging', 'performance', 'configuration', 'integration'],
}
const EXAMPLE = ['Entries look like this:', '', '```', '### [2020-01-01] Example', '```', '']

/** The kinds of logs. */
export type LogKind = keyof typeof CATEGORIES

/** A log as the parts that a person moves around: what is above the entries, and each entry. All with LF. */
export type LogParts = { readonly head: string; readonly entries: readonly string[] }

/** Takes a log apart; `joinLog` gives the same text again, but for CRLF. */
export function splitLog(text: string): LogParts {
  const lines = text.replaceAll('\r\n', '\n').split(/(?<=\n)/)
  const starts = entryStarts(lines.map((line) => line.replace(/\n$/, '')))
  const from = (start: number, end?: number): string => lines.slice(start, end).join('')
  return {
    head: from(0, starts[0] ?? lines.length),
    entries: starts.map((start, number) => from(start, starts[number + 1])),
  }
}

/** A log's text with LF. */
export function joinLog({ head, entries }: LogParts): string {
  return head + entries.join('')
}

/** A new log without entries. */
export function newLog(random: Random, kind: LogKind): LogParts {
  const title = kind === 'decisions' ? '# Decisions' : '# Lessons'
  return { head: [title, '', ...(random.chance(0.2) ? EXAMPLE : []), ''].join('\n'), entries: [] }
}

/** A new entry; the number makes its title the only one of its kind. Without a category the command refuses it. */
export function newEntry(random: Random, kind: LogKind, { number, isValid }: NewEntry): string {
  const tags = random.chance(0.8) ? `**Tags:** ${random.some(TAGS).join(', ')}\n` : ''
  const category = isValid ? `**Category:** ${random.pick(CATEGORIES[kind])}\n` : ''
  const labels = category + tags || '**Tags:** none\n'
  return `### [${date(random)}] Choice ${number}\n\n${labels}\nReason ${number}.\n\n---\n\n`
}

type NewEntry = { readonly number: number; readonly isValid: boolean }

/** A change that leaves an entry valid. */
export function editedEntry(random: Random, entry: string, number: number): string {
  const edit = random.pick<(text: string) => string>([
    (text) => text.replace(/\[\d{4}-\d\d-\d\d\]/, `[${date(random)}]`),
    (text) => text.replace(/^\*\*Tags:\*\* .*$/m, `**Tags:** ${random.some(TAGS).join(', ')}`),
    (text) => text.replace(/^(\*\*Category:\*\*) .*$/m, '$1 general'),
    (text) => text.replace(/^Reason.*$/m, `Reason ${number}, said again.`),
    (text) => text.replace(/Choice \d+/, `Choice ${number}`),
  ])
  return edit(entry)
}

/** Whether the command must let a log pass: `null` where this simple reading does not know. */
export function isValidLog(text: string): boolean | null {
  const { entries } = splitLog(text)
  if (entries.some((entry) => !/^\*\*Category:\*\* \S/m.test(entry))) return false
  const titles = new Set(entries.map((entry) => entry.split('\n', 1)[0]))
  const whole =
    /^### \[\d{4}-\d\d-\d\d\] Choice \d+\n\n(\*\*Category:\*\* \S+\n)(\*\*Tags:\*\* [^\n]+\n)?\nReason [^\n]+\n\n---\n\n$/
  return titles.size === entries.length && entries.every((entry) => whole.test(entry)) ? true : null
}

function date(random: Random): string {
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${2023 + random.below(3)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`
}
