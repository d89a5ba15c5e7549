import type { LineRange, Trim, TrimKind, TrimReport } from '../core/trim.ts'
import { bullets, page, type Room, shownCode, shownPlace, shownWord } from './markdown-text.ts'
import { counted } from './wording.ts'

const ROOM: Room = { lines: 100, bytes: 40_000 }

/** What could go from what agents load at start, for people: what saves most comes first, each with where the truth is. */
export function trimMarkdown({ name, agents, trims }: TrimReport): string {
  const total = agents.map(({ agent, tokens, saves }) => `${shownWord(agent)} ${saves} of ${tokens}`)
  const sums = total.length > 0 ? `: ${total.join(', ')}` : ''
  return page([
    '# What could go',
    '',
    trims.length === 0
      ? `${shownCode(name)}: nothing of what agents load at start is seen to be said elsewhere${sums && `. Tokens${sums}`}.`
      : `${shownCode(name)}: ${counted(trims.length, 'proposal')}. Tokens, estimated, that each session saves of those that it starts with${sums}.`,
    '',
    ...bullets(trims, trimLine, ROOM, { noun: 'proposal' }),
  ])
}

function trimLine(trim: Trim): string {
  const { path, line, ranges, tokens, agents } = trim
  return `${tokens} tokens: ${shownPlace(path, line)} ${WHAT[trim.kind](trim)}${linesOf(ranges)} (${agents.map(shownWord).join(', ')})`
}

/** Ranges that are shown. */
const RANGES = 8

function linesOf(ranges: readonly LineRange[]): string {
  const [first] = ranges
  if (ranges.length === 1 && first && first[0] === first[1]) return ''
  const shown = ranges.slice(0, RANGES).map(([from, to]) => (from === to ? String(from) : `${from}-${to}`))
  return `: lines ${shown.join(', ')}${ranges.length > RANGES ? ` and ${ranges.length - RANGES} more ranges` : ''}`
}

const WHAT: { readonly [kind in TrimKind]: (trim: Trim) => string } = {
  scripts: ({ count, truth }) => `${counted(count, 'script')} that ${files(truth)} ${holds(truth)}`,
  tree: ({ count, truth: [of = ''] }) =>
    `${counted(count, 'line')} of a tree that ${of === '' ? 'the repository' : shownCode(`${of}/`)} shows`,
  dependencies: ({ count, truth }) =>
    `${counted(count, 'line')} of dependencies that ${files(truth)} ${holds(truth)}`,
  enforced: ({ count, truth }) =>
    `${counted(count, 'rule')} that ${files(truth)} ${truth.length === 1 ? 'enforces' : 'enforce'}`,
  repeated: ({ count, truth: [at = ''] }) =>
    `${counted(count, 'statement')} that ${shownCode(at)} and after has as well`,
  finished: ({ count }) =>
    `${count === 0 ? 'a section' : counted(count, 'note')} about finished work, which git's history keeps`,
}

function files(paths: readonly string[]): string {
  return paths.map(shownCode).join(', ')
}

function holds(paths: readonly string[]): string {
  return paths.length === 1 ? 'holds' : 'hold'
}
