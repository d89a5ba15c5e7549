import { type FileListing, holdsFile } from '../../core/snapshot.ts'
import { type Block, type Entry, entriesOf } from './blocks.ts'
import { saysNoMore, wordsOf } from './plain-words.ts'

/** A line of a tree of directories. */
type Node = {
  readonly entry: Entry
  readonly depth: number
  readonly name: string
  readonly comment: string
}

/** What a line of a tree has before its name. */
const BRANCH = /^(?:[\s│|├└─╰┣┗━+`-]|\u00a0)*/

/** Below such a heading a tree says how it should be. */
const PLANNED =
  /\b(?:recom\w+|propos\w+|propuest\w+|target|future|planned|ideal|expected|desired|should|templates?|examples?|convention\w*|naming|rules?)\b/i

/** Fewer are an example of one. */
const LEAST = 4

/** The lines of a tree that name what is there and say no more of it. Null where a block is no tree of this repository. */
export function treeIn(
  block: Block,
  folder: string,
  { files, words }: { readonly files: FileListing; readonly words: ReadonlySet<string> },
): { readonly entries: readonly Entry[]; readonly counted: number; readonly of: string } | null {
  if (block.form !== 'code' || PLANNED.test(block.lines[0]?.under ?? '')) return null
  const entries = entriesOf(block)
  if (!isTree(entries)) return null
  const nodes = entries.map(nodeOf)
  const found = [...new Set(['', folder])]
    .flatMap((base) => [
      placed(nodes, base, { files, skipsFirst: false }),
      placed(nodes, base, { files, skipsFirst: true }),
    ])
    .map((paths) => ({ paths, there: paths.filter((path) => path !== null && path !== '').length }))
    .toSorted((a, b) => b.there - a.there)[0]
  const named = nodes.filter(({ name }) => name !== '' && !isOpen(name)).length
  if (!found || found.there < LEAST || found.there < named * 0.7) return null
  const isGone = nodes.map(({ name, comment }, i) => {
    const path = found.paths[i]
    if (isOpen(name) || name === '') return comment === ''
    return path !== null && saysNoMore(comment, new Set([...words, ...wordsOf(`${path ?? ''} ${name}`)]))
  })
  // A directory stays with what stays in it: the nearest line above that is less deep holds a line.
  const stays: number[] = []
  for (let i = nodes.length - 1; i >= 0; i--) {
    const depth = nodes[i]?.depth ?? 0
    const holds = (stays.at(-1) ?? -1) > depth
    while (stays.length > 0 && (stays.at(-1) ?? 0) > depth) stays.pop()
    if (holds) isGone[i] = false
    if (!isGone[i] && stays.at(-1) !== depth) stays.push(depth)
  }
  const gone = entries.filter((_, i) => isGone[i])
  // A tree with many lines that stay is better left whole.
  if (gone.length * 3 < entries.length * 2) return { entries: [], counted: 0, of: '' }
  const tops = found.paths.filter((path): path is string => path !== null && path !== '')
  return { entries: gone, counted: gone.length, of: commonFolder(tops) }
}

/** `…`, `*.ts`, `{a,b}.ts`, `<name>/`: nothing that could be looked up. */
function isOpen(name: string): boolean {
  return /[*{}<>[\]…]|^\.{3}/.test(name)
}

function isTree(entries: readonly Entry[]): boolean {
  const lines = entries.map(({ first }) => first.text)
  const drawn = lines.filter((line) => /[├└╰┣┗]|[|+`]--/.test(line)).length
  const folders = lines.filter((line) => /^\s*[\w.@-]+\/(?:\s|$)/.test(line)).length
  return (
    drawn >= LEAST ||
    (folders >= 2 && lines.every((line) => /^\s*[\w.@()[\]-]+\/?(?:\s{2,}.*|\s*#.*)?$/.test(line)))
  )
}

function nodeOf(entry: Entry): Node {
  const { text } = entry.first
  const before = BRANCH.exec(text)?.[0].length ?? 0
  const [, name = '', rest = ''] = /^(\S+)(.*)$/.exec(text.slice(before)) ?? []
  return { entry, depth: before, name, comment: rest.replace(/^[\s#←—–<-]+/, '').trim() }
}

/** The path of each line, null where nothing is there. The first line may be the repository itself. */
function placed(
  nodes: readonly Node[],
  base: string,
  { files, skipsFirst }: { readonly files: FileListing; readonly skipsFirst: boolean },
): readonly (string | null)[] {
  const open: { readonly depth: number; readonly path: string }[] = []
  return nodes.map(({ depth, name }, i) => {
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop()
    const above = open.at(-1)?.path ?? base
    const own = name.replace(/^\.\/|\/+$/g, '')
    if ((i === 0 && skipsFirst) || own === '.' || own === '') {
      open.push({ depth, path: above })
      return above
    }
    const path = above === '' ? own : `${above}/${own}`
    open.push({ depth, path })
    return files.has(path) || holdsFile(files, path) ? path : null
  })
}

/** The folder that holds all of some paths; empty for the top. */
function commonFolder(paths: readonly string[]): string {
  const [first = '', ...more] = paths
  let common = first.split('/')
  for (const path of more) {
    const names = path.split('/')
    const at = common.findIndex((name, i) => name !== names[i])
    if (at !== -1) common = common.slice(0, at)
  }
  return common.join('/')
}
