import { shellWord } from '../../core/messages.ts'
import type { Found } from '../../core/rule.ts'
import { lineAsPlace } from '../../core/text.ts'
import { copiedLines, type Drift, driftsBetween } from './copies.ts'
import { MOST_LOOKED_FOR } from './near.ts'
import type { SaidFile } from './read-statements.ts'

/** So many pairs of files are compared. */
const MOST_PAIRS = 3000

/** Two files for two agents. `areLines`: they are compared only line by line. */
export type Copies = readonly [file: SaidFile, other: SaidFile, areLines?: boolean]

/** What copies for two agents say in other words: one finding a pair of files, at the first of them. */
export function driftsIn(
  pairs: Iterable<Copies>,
): readonly { readonly path: string; readonly found: Found }[] {
  let lookedFor = 0
  return upTo(MOST_PAIRS, pairs).flatMap((pair) => {
    const [file, other] = pair
    lookedFor += file.statements.length
    const [first, ...more] = driftsOf(pair, lookedFor <= MOST_LOOKED_FOR)
    if (!first) return []
    const also =
      more.length > 0 ? `; ${more.length} more ${more.length === 1 ? 'line differs' : 'lines differ'} so` : ''
    const found = {
      place: lineAsPlace(first.line),
      message: `The line says \`${first.says}\` where ${other.path}:${first.otherLine} says \`${first.otherSays}\`${also}`,
      help: `Decide which of them holds, and say it in both${listed(more)}. \`${blame(file.path, first.line)}\` and \`${blame(other.path, first.otherLine)}\` show the commits that wrote the two lines.`,
    }
    return [{ path: file.path, found }]
  })
}

/** What lines for some files say of a number may hold for these alone. */
function driftsOf(
  [{ statements: own }, { statements: other }, areLines]: Copies,
  withLines: boolean,
): readonly Drift[] {
  if (!areLines) return driftsBetween(own, other, withLines)
  return withLines ? copiedLines(own, other).filter(({ says }) => !/\d/.test(says)) : []
}

function upTo<T>(most: number, all: Iterable<T>): readonly T[] {
  const taken: T[] = []
  for (const one of all) if (taken.push(one) === most) break
  return taken
}

function blame(path: string, line: number): string {
  return `git blame -L ${line},${line} -- ${shellWord(path)}`
}

function listed(more: readonly Drift[]): string {
  const some = more
    .slice(0, 5)
    .map(
      ({ line, otherLine, says, otherSays }) =>
        `line ${line} \`${says}\`, there line ${otherLine} \`${otherSays}\``,
    )
  return some.length > 0 ? `: ${some.join('; ')}${more.length > some.length ? ' and more' : ''}` : ''
}
