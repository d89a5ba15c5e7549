import { firstNames, safePath, shellWord } from '../../core/messages.ts'
import type { Found } from '../../core/rule.ts'
import { groupBy, lineAsPlace } from '../../core/text.ts'
import { copiedLines, type Drift, driftsBetween } from './copies.ts'
import { MOST_LOOKED_FOR } from './near.ts'
import { comparable, type SaidFile } from './read-statements.ts'

/** So many pairs of files are compared. */
const MOST_PAIRS = 3000

/** Two files for two agents. `areLines`: they are compared only line by line. */
export type Copies = readonly [file: SaidFile, other: SaidFile, areLines?: boolean]

/** What copies for two agents say in other words: one finding a pair of files, at the first of them. */
export function driftsIn(
  pairs: Iterable<Copies>,
): readonly { readonly path: string; readonly found: Found }[] {
  let lookedFor = 0
  const compared = upTo(MOST_PAIRS, pairs).flatMap((pair) => {
    const [file, other] = pair
    lookedFor += file.statements.length
    const drifts = driftsOf(pair, lookedFor <= MOST_LOOKED_FOR)
    return drifts.length > 0 ? [{ file, other, drifts }] : []
  })
  // The same difference to several files that are alike is one thing to decide.
  const alike = groupBy(compared, ({ drifts }) => differenceOf(drifts))
  return [...alike.values()].flatMap((same) => {
    const [pair] = same
    const [first, ...more] = pair?.drifts ?? []
    if (!pair || !first) return []
    const { file, other } = pair
    const files = new Set(same.flatMap((one) => [one.file.path, one.other.path]))
    for (const { path } of [file, other]) files.delete(path)
    const also =
      more.length > 0 ? `; ${more.length} more ${more.length === 1 ? 'line differs' : 'lines differ'} so` : ''
    const found = {
      place: lineAsPlace(first.line),
      message: `The line says \`${first.says}\` where ${other.path}:${first.otherLine} says \`${first.otherSays}\`${also}${alsoBetween([...files])}`,
      help: `Decide which of them holds, and say it in both${listed(more)}. \`${blame(file.path, first.line)}\` and \`${blame(other.path, first.otherLine)}\` show the commits that wrote the two lines.`,
    }
    return [{ path: file.path, found }]
  })
}

/** What two files say in other words, whichever of them is the first. */
function differenceOf(drifts: readonly Drift[]): string {
  const differences = drifts.map(({ text, says, otherSays }) => [
    comparable(text).replace(comparable(says), '◦'),
    ...[says, otherSays].sort(),
  ])
  return JSON.stringify(differences.sort())
}

function alsoBetween(files: readonly string[]): string {
  return files.length === 0
    ? ''
    : `; ${firstNames(files.map(safePath), 2)} ${files.length === 1 ? 'has' : 'have'} one of both as well`
}

/** What lines for some files say of a number may hold for these alone. */
function driftsOf(
  [{ statements: own }, { statements: other }, areLines]: Copies,
  withLines: boolean,
): readonly Drift[] {
  if (areLines && !withLines) return []
  const found = areLines
    ? copiedLines(own, other).filter(({ says }) => !/\d/.test(says))
    : driftsBetween(own, other, withLines)
  return found.filter((one) => !isExample(one))
}

/** One of several examples may be another one. */
function isExample({ text, says }: Drift): boolean {
  const at = text.toLowerCase().indexOf(says.toLowerCase())
  return /\b(?:e\.g\.|for example|such as|ex:|z\. ?B\.|p\. ?ex\.)/i.test(text.slice(0, Math.max(at, 0)))
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
