import type { Repetition } from '../../core/layout.ts'
import { firstNames } from '../../core/messages.ts'
import type { Found } from '../../core/rule.ts'
import { lineAsPlace } from '../../core/text.ts'
import { estimateTokens } from '../tokens.ts'
import { MOST_LOOKED_FOR } from './near.ts'
import { plainText, type SaidFile } from './read-statements.ts'
import { ROW, repeatedStatements, sharedStatements } from './repeats.ts'
import type { Shared } from './wholes.ts'

/** A file, and what is loaded wherever it is. */
type Loaded = SaidFile & { readonly loadedWith: () => readonly SaidFile[] }

/** So many files are compared with each other. */
export const MOST_REPEATING = 200

/** What is loaded twice: statements of a file that are in another one as well, or in the same file before. */
export function repetitionsOf(files: readonly Loaded[]): readonly Repetition[] {
  const search: Search = { lookedFor: 0 }
  return files.flatMap((file): readonly Repetition[] => {
    const { path, statements } = file
    const again = repeatedStatements(statements)
    const others = filesThatHaveIt(file, search)
    return [
      ...(isWorth(again, LEAST_AGAIN) ? [{ path, other: path, shared: again, tokens: tokensOf(again) }] : []),
      ...others.map((one) => ({ ...one, path, other: one.path })),
    ]
  })
}

/** Less is not worth a finding; a row of statements is none by chance. */
const LEAST_TOKENS = 14
const LEAST_IN_ROW = 12

/** Lists of the same answers or codes come back in a file: one or two statements have to be longer. */
const LEAST_AGAIN = 14

function isWorth(shared: readonly Shared[], least: number): boolean {
  if (shared.length >= ROW) return tokensOf(shared) >= LEAST_IN_ROW
  return shared.reduce((sum, { text }) => sum + tokensIn(plainText(text)), 0) >= least
}

/** How many statements were looked for so far. */
type Search = { lookedFor: number }

type Repeated = { readonly path: string; readonly shared: readonly Shared[]; readonly tokens: number }

/** Of the files that are loaded wherever a file is, those that have its statements: the one with most of them first, then what it has not. */
function filesThatHaveIt({ statements: own, loadedWith }: Loaded, search: Search): readonly Repeated[] {
  const found = loadedWith().flatMap(({ path, statements }): readonly Repeated[] => {
    search.lookedFor += own.length
    const shared = sharedStatements(own, statements, search.lookedFor <= MOST_LOOKED_FOR)
    return isWorth(shared, LEAST_TOKENS) ? [{ path, shared, tokens: tokensOf(shared) }] : []
  })
  const named = new Set<number>()
  return found
    .toSorted((a, b) => b.tokens - a.tokens)
    .flatMap((one): readonly Repeated[] => {
      const shared = one.shared.filter(({ line }) => !named.has(line))
      if (!isWorth(shared, LEAST_TOKENS)) return []
      for (const { line } of shared) named.add(line)
      return [{ path: one.path, shared, tokens: tokensOf(shared) }]
    })
}

function tokensOf(shared: readonly Shared[]): number {
  return shared.reduce((sum, { text }) => sum + tokensIn(text), 0)
}

/** The same statements are counted for many pairs of files. */
function tokensIn(text: string): number {
  const known = counted.get(text) ?? estimateTokens(text)
  if (counted.size >= MOST_COUNTED) counted.clear()
  counted.set(text, known)
  return known
}

const counted = new Map<string, number>()

const MOST_COUNTED = 100_000

/** A repetition in words; `how` says why the other file is loaded as well. */
export function foundRepetition({ path, other, shared }: Repetition, how: string): Found {
  return path === other ? foundAgain(shared) : foundIn(other, shared, how)
}

function foundIn(path: string, shared: readonly Shared[], how: string): Found {
  const what = shared.length === 1 ? 'One statement' : `${shared.length} statements`
  return {
    place: lineAsPlace(shared[0]?.line ?? 1),
    message: `${what} of this file ${shared.length === 1 ? 'is' : 'are'} in ${path} as well, ${how}: about ${tokensOf(shared)} tokens each time`,
    help: `Take ${shared.length === 1 ? 'it' : 'them'} out of one of both: ${linesOf(shared, (line) => `${line} there`)}.`,
  }
}

function foundAgain(shared: readonly Shared[]): Found {
  const what = shared.length === 1 ? 'One statement is' : `${shared.length} statements are`
  return {
    place: lineAsPlace(shared[0]?.line ?? 1),
    message: `${what} in this file once more: about ${tokensOf(shared)} tokens each time that it is loaded`,
    help: `Take out what is said before: ${linesOf(shared, (line) => `as line ${line}`)}.`,
  }
}

/** Lines, as far as people read them: a few with those that say the same, because the words may be others. */
function linesOf(shared: readonly Shared[], same: (line: number) => string): string {
  if (shared.length <= MOST_PAIRS)
    return shared.map(({ line, otherLine }) => `line ${line} (${same(otherLine)})`).join(', ')
  const lines = [...new Set(shared.map(({ line }) => String(line)))]
  return `${lines.length === 1 ? 'line' : 'lines'} ${firstNames(lines, MOST_LINES)}`
}

const MOST_PAIRS = 4
const MOST_LINES = 12
