import { digest } from '../formats/hash.ts'
import { plainBreaks, withBlock } from '../formats/line-end.ts'

/** Texts of a folder outside the repository, without secrets. */
export type ImportSource = {
  /** The name of the work tree that they are of: two files of one name differ by it. */
  readonly label: string
  /** Name of a file → its text; the index `MEMORY.md` is among them. */
  readonly files: ReadonlyMap<string, string>
}

/** What the repository has already. */
export type ImportTarget = {
  /** Name in the folder that is written to → text. */
  readonly files: ReadonlyMap<string, string>
  /** `contentDigest` of a text that is remembered somewhere → where. */
  readonly known: ReadonlyMap<string, string>
}

/** What becomes of one file of a source. */
export type ImportedFile = {
  readonly label: string
  readonly name: string
  /** `new`: written as `as`; `same`: its text is at `as` already; `index`: so many of its lines are new. */
  readonly outcome: 'new' | 'same' | 'index'
  readonly as: string
}

export type ImportedFiles = {
  /** Name in the folder → the whole text; what does not change is left out. */
  readonly texts: ReadonlyMap<string, string>
  readonly files: readonly ImportedFile[]
}

const INDEX = 'MEMORY.md'

/** Names that are no topics there: guides and instructions that agents load by themselves, and logs. */
const OTHER =
  /^(?:readme|claude|agents|gemini|(?:decisions?|lessons)(?:[-_]?(?:log|learned))?|frustrations)(?:-archive)?\.md$/i

/** Names a text without its front matter, whatever its line ends. */
export function contentDigest(text: string): string {
  const body = plainBreaks(text).replace(/^\uFEFF?---\n[\s\S]*?\n---[ \t]*(?:\n|$)/, '')
  return digest(body.trim())
}

/**
 * Adds the files of other folders to one of the repository, purely. A text that is known is not written again; one whose name is
 * taken by another text gets a name of its own, and the rows of its index follow. Nothing that is there changes, except that
 * the index gets lines at its end.
 */
export function importFiles(sources: readonly ImportSource[], target: ImportTarget): ImportedFiles {
  const known = new Map(target.known)
  const taken = new Set([...target.files.keys(), INDEX].map((name) => name.toLowerCase()))
  const texts = new Map<string, string>()
  const files: ImportedFile[] = []
  const before = target.files.get(INDEX) ?? ''
  let index = before
  for (const { label, files: own } of sources) {
    /** Name in the source → the name of the same text in the folder; null where it is remembered elsewhere. */
    const names = new Map<string, string | null>()
    for (const [name, text] of own) {
      if (name === INDEX) continue
      const same = known.get(contentDigest(text))
      const as = same ?? freeName(name, label, taken)
      files.push({ label, name, outcome: same === undefined ? 'new' : 'same', as })
      names.set(name, same === undefined || texts.has(same) || target.files.has(same) ? as : null)
      if (same !== undefined) continue
      taken.add(as.toLowerCase())
      known.set(contentDigest(text), as)
      texts.set(as, text)
    }
    const added = own.get(INDEX)
    if (added === undefined) continue
    const next = withIndex(index, retargeted(added, names), label)
    files.push({ label, name: INDEX, outcome: next === index ? 'same' : 'index', as: INDEX })
    index = next
  }
  const rows = [...texts.keys()]
    .filter((name) => !index.includes(name))
    .map((name) => `- [${titleOf(name)}](${name})`)
  if (rows.length > 0)
    index = index === '' ? `# Memory\n\n${rows.join('\n')}\n` : withBlock(index, `${rows.join('\n')}\n`)
  if (index !== before) texts.set(INDEX, index)
  return { texts, files }
}

function freeName(name: string, label: string, taken: ReadonlySet<string>): string {
  const stem = name.replace(/\.md$/i, '')
  const first = OTHER.test(name) ? `${stem}-notes` : stem
  for (let i = 0; ; i += 1) {
    const more = ['', `-${label}`][i] ?? `-${label}-${i}`
    if (!taken.has(`${first}${more}.md`.toLowerCase())) return `${first}${more}.md`
  }
}

function titleOf(name: string): string {
  return name.replace(/\.md$/i, '').replaceAll(/[-_]+/g, ' ')
}

const LINK = /(\]\(<?(?:\.\/)?)([^()<>\s/]+\.md)(?=[)>#\s])/gi

/** An index whose links lead to the names in the folder; a row of a text that is remembered elsewhere is left out. */
function retargeted(text: string, names: ReadonlyMap<string, string | null>): string {
  const lines = plainBreaks(text).split('\n')
  const kept = lines.filter((line) => {
    const targets = [...line.matchAll(LINK)].map(([, , name = '']) => name)
    return (
      !/^\s*(?:[-*+|]|\d+[.)])/.test(line) || targets.length !== 1 || names.get(targets[0] ?? '') !== null
    )
  })
  return kept
    .join('\n')
    .replaceAll(LINK, (whole, start: string, name: string) =>
      names.has(name) ? start + (names.get(name) ?? name) : whole,
    )
}

/** An index with what another one has and it has not, under a heading that says where it comes from. */
function withIndex(index: string, added: string, label: string): string {
  const text = added.replace(/^\uFEFF/, '').trimEnd()
  if (text === '') return index
  if (index.trim() === '') return `${text}\n`
  const there = new Set(blocksOf(plainBreaks(index)).map(({ lines }) => keyOf(lines)))
  const fresh = withoutBareHeadings(blocksOf(text).filter(({ lines }) => !there.has(keyOf(lines))))
  if (fresh.length === 0) return index
  const block = fresh
    .map(({ lines, isApart }, i) => `${isApart && i > 0 ? '\n' : ''}${lines.join('\n')}\n`)
    .join('')
  const heading = `## From ${label}`
  const isUnder = index.split(/\r\n|\n|\r/).findLast((line) => line.startsWith('## ')) === heading
  return withBlock(index, isUnder ? block : `${heading}\n\n${block}`)
}

type Block = {
  readonly lines: readonly string[] /** A blank line is before it. */
  readonly isApart: boolean
}

function keyOf(lines: readonly string[]): string {
  return lines.map((line) => line.trimEnd()).join('\n')
}

/** Paragraphs, headings, code blocks, and each list item and row of a table by itself, with the lines that belong to it. */
function blocksOf(text: string): Block[] {
  const blocks: { lines: string[]; isApart: boolean }[] = []
  let fence: string | null = null
  let isApart = true
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null
    if (fence === null && line.trim() === '') {
      isApart = true
      continue
    }
    const isStart = isApart || /^(?:[-*+|#]|\d+[.)])/.test(line)
    const last = blocks.at(-1)
    if (fence !== null || (!isStart && last)) last?.lines.push(line)
    else blocks.push({ lines: [line], isApart })
    if (mark !== null) fence = fence === null ? mark : line.trim().startsWith(fence) ? null : fence
    isApart = false
  }
  return blocks
}

/** A heading says nothing where all that was under it is there already. */
function withoutBareHeadings(blocks: readonly Block[]): readonly Block[] {
  const isHeading = (block: Block | undefined): boolean => /^#{1,6}\s/.test(block?.lines[0] ?? '')
  const levelOf = (block: Block | undefined): number => /^#*/.exec(block?.lines[0] ?? '')?.[0].length ?? 0
  return blocks.filter((block, i) => {
    if (!isHeading(block) || block.lines.length > 1) return true
    const next = blocks.slice(i + 1).find((other) => !isHeading(other) || levelOf(other) <= levelOf(block))
    return next !== undefined && !isHeading(next)
  })
}
