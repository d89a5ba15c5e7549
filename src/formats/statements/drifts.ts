import { shellWord } from '../../core/messages.ts'
import type { Found } from '../../core/rule.ts'
import { lineAsPlace } from '../../core/text.ts'
import { copiedLines, type Drift, driftsBetween } from './copies.ts'
import { MOST_LOOKED_FOR } from './near.ts'
import type { LoadedWith } from './repetitions.ts'

/** So many pairs of files are compared. */
const MOST_PAIRS = 3000

/** What copies for two agents say in other words: one finding a pair of files, at the first of them. `areLines`: only line by line. */
export function driftsIn(
  pairs: readonly (readonly [file: LoadedWith, other: LoadedWith, areLines?: true])[],
): readonly { readonly path: string; readonly found: Found }[] {
  let lookedFor = 0
  return pairs.slice(0, MOST_PAIRS).flatMap(([file, other, areLines]) => {
    lookedFor += file.statements.length
    const withLines = lookedFor <= MOST_LOOKED_FOR
    const drifts = areLines
      ? withLines
        ? copiedLines(file.statements, other.statements).filter(({ says }) => !/\d/.test(says))
        : []
      : driftsBetween(file.statements, other.statements, withLines)
    const [first, ...more] = drifts
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
