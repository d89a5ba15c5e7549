import type { Repetition } from '../../core/layout.ts'
import { firstNames } from '../../core/messages.ts'
import type { Found } from '../../core/rule.ts'
import { lineAsPlace } from '../../core/text.ts'
import { estimateTokens } from '../tokens.ts'
import { MOST_LOOKED_FOR } from './near.ts'
import { plainText, type SaidFile, type Statement } from './read-statements.ts'
import { ROW, repeatedStatements, sharedStatements } from './repeats.ts'
import { type Shared, wholesOf } from './wholes.ts'

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
    const found = [...(isWorth(again, LEAST_AGAIN) ? [{ other: path, shared: again }] : []), ...others]
    return found.map((one) => ({
      ...one,
      path,
      tokens: tokensOf(one.shared),
      ...extentOf(one.shared, statements),
    }))
  })
}

/** Such a share of what a file says is nearly all of it, where it says so much at all. */
const NEARLY_ALL = 0.8
const LEAST_OF_ALL = 8

/** Where the shared statements lie among all: lines between two of them that say nothing else belong to one range. */
function extentOf(
  shared: readonly Shared[],
  statements: readonly Statement[],
): Pick<Repetition, 'ranges' | 'isNearlyAll'> {
  const lines = new Set(shared.map(({ line }) => line))
  const wholes = wholesOf(statements)
  const ranges: [number, number][] = []
  let isOpen = false
  for (const { one } of wholes) {
    const last = ranges.at(-1)
    if (!lines.has(one.line)) isOpen = false
    else if (isOpen && last) last[1] = one.line
    else {
      ranges.push([one.line, one.line])
      isOpen = true
    }
  }
  const isNearlyAll = shared.length >= LEAST_OF_ALL && shared.length >= NEARLY_ALL * wholes.length
  return { ranges, isNearlyAll }
}

/** Less is not worth a finding; a row of statements is none by chance. */
const LEAST_TOKENS = 9
const LEAST_IN_ROW = 20

/** Lists of the same answers or codes come back in a file: one or two statements have to be longer. */
const LEAST_AGAIN = 10

function isWorth(shared: readonly Shared[], least: number): boolean {
  if (shared.length >= ROW) return tokensOf(shared) >= LEAST_IN_ROW
  return shared.reduce((sum, { text }) => sum + tokensIn(plainText(text)), 0) >= least
}

/** How many statements were looked for so far. */
type Search = { lookedFor: number }

type Repeated = { readonly other: string; readonly shared: readonly Shared[] }

/** Of the files that are loaded wherever a file is, those that have its statements: the one with most of them first, then what it has not. */
function filesThatHaveIt({ statements: own, loadedWith }: Loaded, search: Search): readonly Repeated[] {
  const found = loadedWith().flatMap(({ path, statements }): readonly Repeated[] => {
    search.lookedFor += own.length
    const shared = sharedStatements(own, statements, search.lookedFor <= MOST_LOOKED_FOR)
    return isWorth(shared, LEAST_TOKENS) ? [{ other: path, shared }] : []
  })
  const named = new Set<number>()
  return found
    .toSorted((a, b) => tokensOf(b.shared) - tokensOf(a.shared))
    .flatMap((one): readonly Repeated[] => {
      const shared = one.shared.filter(({ line }) => !named.has(line))
      if (!isWorth(shared, LEAST_TOKENS)) return []
      for (const { line } of shared) named.add(line)
      return [{ other: one.other, shared }]
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
export function foundRepetition(repetition: Repetition, how: string): Found {
  return repetition.path === repetition.other ? foundAgain(repetition) : foundIn(repetition, how)
}

function foundIn(repetition: Repetition, how: string): Found {
  const { other, shared, tokens, isNearlyAll } = repetition
  const isOne = shared.length === 1
  const what = isOne ? 'One statement' : `${shared.length} statements`
  return {
    place: lineAsPlace(shared[0]?.line ?? 1),
    message: `${what} of this file${isNearlyAll ? ', nearly all of it,' : ''} ${isOne ? 'is' : 'are'} in ${other} as well, ${how}: about ${tokens} tokens each time`,
    help: `Take ${isOne ? 'it' : 'them'} out of one of both: ${linesOf(repetition, (line) => `${line} there`)}.`,
  }
}

function foundAgain(repetition: Repetition): Found {
  const { shared, tokens } = repetition
  const what = shared.length === 1 ? 'One statement is' : `${shared.length} statements are`
  return {
    place: lineAsPlace(shared[0]?.line ?? 1),
    message: `${what} in this file once more: about ${tokens} tokens each time that it is loaded`,
    help: `Take out what is said before: ${linesOf(repetition, (line) => `as line ${line}`)}.`,
  }
}

/** Lines, as far as people read them: a few with those that say the same, because the words may be others. */
function linesOf({ shared, ranges }: Repetition, same: (line: number) => string): string {
  if (shared.length <= MOST_PAIRS)
    return shared.map(({ line, otherLine }) => `line ${line} (${same(otherLine)})`).join(', ')
  const lines = ranges.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`))
  return `${lines.length === 1 && !lines[0]?.includes('–') ? 'line' : 'lines'} ${firstNames(lines, MOST_LINES)}`
}

const MOST_PAIRS = 4
const MOST_LINES = 12
