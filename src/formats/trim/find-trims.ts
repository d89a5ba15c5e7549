import type { FileListing } from '../../core/snapshot.ts'
import type { LineRange, TrimKind } from '../../core/trim.ts'
import { estimateTokens } from '../tokens.ts'
import { aroundWhole, type Block, blocksOf, type Entry, emptyHeadings, isWhole, linesOf } from './blocks.ts'
import {
  dependenciesIn,
  type HeldDependencies,
  heldDependencies,
  mayHoldDependencies,
} from './dependencies.ts'
import { type Enforced, enforcedBy, enforcedIn, mayEnforce } from './enforced.ts'
import { checkedIn, doneSections } from './finished.ts'
import { type HeldScripts, heldScripts, mayHoldScripts, scriptsIn } from './scripts.ts'
import { treeIn } from './trees.ts'

/** What a repository says by itself, in the form in which texts are held against it. */
export type Truths = {
  readonly files: FileListing
  readonly scripts: readonly HeldScripts[]
  readonly dependencies: HeldDependencies
  readonly enforced: Enforced
}

/** True for a file that has to be read for it. */
export function saysTruth(path: string): boolean {
  return mayHoldScripts(path) || mayHoldDependencies(path) || mayEnforce(path)
}

/** Reads manifests and configuration, by path. */
export function truthsOf(files: FileListing, texts: ReadonlyMap<string, string>): Truths {
  const some = (test: (path: string) => boolean): ReadonlyMap<string, string> =>
    new Map([...texts].filter(([path]) => test(path)))
  return {
    files,
    scripts: [...some(mayHoldScripts)].flatMap(([path, text]) => heldScripts(path, text) ?? []),
    dependencies: heldDependencies(some(mayHoldDependencies)),
    enforced: enforcedBy(some(mayEnforce)),
  }
}

/** Lines of a text that could go. */
export type TextTrim = {
  readonly kind: TrimKind
  readonly line: number
  /** The lines, as ranges with both ends. */
  readonly ranges: readonly LineRange[]
  /** How many scripts, paths, packages or rules. */
  readonly count: number
  /** Where the truth is. */
  readonly truth: readonly string[]
  readonly tokens: number
}

/** Fewer commands, paths or packages are named for a reason. */
const LEAST = 3

/** Of half such a list a reader would not know what the rest is. */
const ALL_OR_NOTHING: ReadonlySet<TrimKind> = new Set(['scripts', 'tree', 'dependencies'])

/** Less is not worth a look. */
const LEAST_TOKENS = 15

type Found = {
  readonly kind: TrimKind
  readonly lines: number[]
  readonly count: number
  readonly truth: readonly string[]
}

const FINISHED = { kind: 'finished', count: 0, truth: [] } as const

/** What could go from a text that agents load, in order of lines; a line is in one of them at most. `folder`: where the file lies. */
export function findTrims(text: string, folder: string, truths: Truths): readonly TextTrim[] {
  const lines = linesOf(text)
  const blocks = blocksOf(lines)
  const words = new Set(truths.dependencies.keys())
  const found: Found[] = []
  // By line: what it belongs to.
  const owner = new Map<number, Found>()
  const take = (one: Omit<Found, 'lines'>, own: readonly number[]): void => {
    const free = own.filter((line) => !owner.has(line))
    if (free.length === 0) return
    const taken: Found = { ...one, lines: [] }
    for (const line of free) owner.set(line, taken)
    found.push(taken)
  }
  // Sections that follow each other are one note.
  const notes: number[][] = []
  for (const section of doneSections(lines)) {
    const own = section.map(({ number }) => number)
    const last = notes.at(-1)
    if (last?.at(-1) === (own[0] ?? 0) - 1) last.push(...own)
    else notes.push(own)
  }
  for (const own of notes) take(FINISHED, own)
  for (const block of blocks) {
    const one = inBlock(block, folder, truths, words)
    if (!one) continue
    const own = new Set(one.entries.flatMap((entry) => entry.lines.map(({ number }) => number)))
    if (ALL_OR_NOTHING.has(one.kind) && !isWhole(block, own)) continue
    take(one, [...own, ...aroundWhole(block, lines, own)])
  }
  for (const { heading, first } of emptyHeadings(lines, owner)) {
    const one = owner.get(first)
    if (one) owner.set(heading, one)
  }
  for (const { number } of lines) owner.get(number)?.lines.push(number)
  return found
    .map(({ kind, lines: own, count, truth }): TextTrim => {
      const gone = own.map((number) => lines[number - 1]?.text ?? '').join('\n')
      const [line = 1] = own
      return {
        kind,
        line,
        ranges: rangesOf(own),
        count,
        truth,
        tokens: estimateTokens(gone),
      }
    })
    .filter(({ tokens }) => tokens >= LEAST_TOKENS)
    .toSorted((a, b) => a.line - b.line)
}

/** Numbers in order as ranges. */
export function rangesOf(numbers: readonly number[]): readonly LineRange[] {
  const found: [number, number][] = []
  for (const one of numbers) {
    const last = found.at(-1)
    if (last && last[1] === one - 1) last[1] = one
    else found.push([one, one])
  }
  return found
}

/** What could go from a block, by the first kind that fits. */
function inBlock(
  block: Block,
  folder: string,
  truths: Truths,
  words: ReadonlySet<string>,
): (Omit<Found, 'lines'> & { readonly entries: readonly Entry[] }) | null {
  const checked = checkedIn(block)
  if (checked.length > 0) return { kind: 'finished', entries: checked, count: checked.length, truth: [] }
  const tree = treeIn(block, folder, { files: truths.files, words })
  if (tree)
    return tree.counted < LEAST
      ? null
      : { kind: 'tree', entries: tree.entries, count: tree.counted, truth: [tree.of] }
  const scripts = scriptsIn(block, folder, truths.scripts)
  if (scripts.counted >= LEAST)
    return { kind: 'scripts', entries: scripts.entries, count: scripts.counted, truth: scripts.paths }
  const enforced = enforcedIn(block, truths.enforced)
  if (enforced.counted > 0)
    return { kind: 'enforced', entries: enforced.entries, count: enforced.counted, truth: enforced.paths }
  const packages = dependenciesIn(block, truths.dependencies)
  if (packages.counted < LEAST) return null
  return { kind: 'dependencies', entries: packages.entries, count: packages.counted, truth: packages.paths }
}
