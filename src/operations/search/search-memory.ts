import { createHash, hash } from 'node:crypto'
import type { SearchFiles } from '../../cache/search-files.ts'
import type { Document, Item, Memory } from '../../core/document.ts'
import { textList } from '../../core/json.ts'
import type { Layout } from '../../core/layout.ts'
import { safeText, UserError } from '../../core/messages.ts'
import type { FileContent, Snapshot } from '../../core/snapshot.ts'
import { type LoadedSide, loadSide } from '../../engine/check-memory.ts'
import { type ClaimedFile, claimFiles } from '../../engine/claims.ts'
import { BATCH } from '../../engine/documents/load-documents.ts'
import { factsVersion } from '../../engine/documents/open-facts.ts'
import { cachePreconditions } from '../../engine/last-report/cache-preconditions.ts'
import { type AskedState, isStill } from '../../engine/last-report/work-tree-state.ts'
import { type OpenMemory, openMemory } from '../../engine/open-memory.ts'
import { estimateTokens } from '../../formats/tokens.ts'
import { layouts } from '../../layouts/index.ts'
import { indexFromBytes, indexToBytes, type ReadIndex } from '../../retrieval/index-bytes.ts'
import { buildIndex, factsOf, type ItemFacts } from '../../retrieval/search-index.ts'
import { headingOf, type LineRange, linesOf, marksOf, sectionsOf } from '../../retrieval/sections.ts'
import { goesOnIn } from '../../retrieval/sentences.ts'
import { openWorkTree } from '../../snapshot/open-snapshot.ts'
import { type Project, textOfBytes } from '../../snapshot/project.ts'
import {
  type Card,
  type ItemRange,
  itemsInOrder,
  rangeReader,
  rangesOf,
  readIndex,
  type SearchRequest,
  textMark,
} from './search-request.ts'
import { FRONT_MATTER, MARKDOWN } from './show-result.ts'

export { auditNotes, runAudit, statementLines } from '../audit/audit.ts'

/** What is searched, where an index is kept, and what git says of the work tree. */
type Searching = SearchRequest & {
  readonly project: Project
  readonly files: SearchFiles | null
  readonly asked: AskedState | null
}

/** The index of all that is remembered: that of the same files, or a new one, for which only files are read that the last one did not have. */
export async function searchMemory(
  request: Searching,
): Promise<{ readonly read: ReadIndex; readonly contents: Snapshot['read'] }> {
  const { cwd, config, cache, today, settings: override, recent, project, files, asked } = request
  const sides = { after: await openWorkTree({ ...project, asked: asked ?? undefined }), before: null }
  const memory = await openMemory({
    cwd,
    project,
    config,
    cache,
    today,
    sides,
    isWorkTree: true,
    keepsFacts: true,
    override,
  })
  const claimed = claimFiles(memory.after, memory).filter(isNotDerived)
  const version = factsVersion({ settings: memory.settings, parser: 'auto' })
  const ids = await idsOf(claimed, memory)
  const digest = digestOf(claimed, ids, version)
  const read =
    readIndex(digest, files, request) ?? (await newIndex(ids, memory, request, { digest, version }))
  if (recent) recent.search.last = { digest, read }
  await keepState(memory, request, digest)
  return { read, contents: memory.after.read }
}

/** Throws `UserError` for the id of a layout that does not exist. */
export function assertLayouts(ids: readonly string[]): void {
  const known = layouts.map(({ id }) => id)
  const missing = ids.find((id) => !known.includes(id))
  if (missing === undefined) return
  throw new UserError(
    `there is no layout ${safeText(JSON.stringify(missing))}`,
    `Layouts: ${known.join(', ')}.`,
  )
}

/** Notes which index belongs to the state of the work tree, where git's answer names all of it. */
async function keepState(
  { after, ...memory }: OpenMemory,
  { asked, files, project, today }: Searching,
  digest: string,
): Promise<void> {
  const { repository } = project
  if (!asked?.state || !files || !repository) return
  const preconditions = cachePreconditions(after, project, memory)
  if (!preconditions || !(await isStill(asked, repository, { today, skip: [] }))) return
  files.putState({ state: asked.state, preconditions, digest })
}

/** It repeats what its sources say. */
function isNotDerived({ claim, layout }: ClaimedFile): boolean {
  return !layout.kinds.some(({ id, merge, repeats }) => id === claim.kind && (repeats || merge === 'derived'))
}

/** What names the content of each file; why it cannot be read, where it cannot. */
async function idsOf(
  claimed: readonly ClaimedFile[],
  { after }: OpenMemory,
): Promise<ReadonlyMap<string, string>> {
  const open = claimed.filter(({ file }) => file.id === null).map(({ file }) => file.path)
  const contents = open.length > 0 ? await after.read(open) : new Map<string, FileContent>()
  return new Map(
    claimed.map(({ file: { path, id } }) => {
      const content = contents.get(path)
      return [path, id ?? (content && 'id' in content ? content.id : (content?.failure ?? ''))]
    }),
  )
}

/** Names all that an index depends on: the files with their contents, and what they are read with. */
function digestOf(
  claimed: readonly ClaimedFile[],
  ids: ReadonlyMap<string, string>,
  version: string,
): string {
  const digest = createHash('sha256').update(version)
  for (const { file, layout, claim } of claimed) {
    const { path, mode } = file
    digest.update(`${path}\0${mode}\0${ids.get(path)}\0${layout.id}\0${claim.kind}\n`)
  }
  return digest.digest('hex')
}

/** What is kept of a document from one index to the next. */
type SearchedDocument = {
  readonly path: string
  readonly id: string
  readonly layout: string
  readonly kind: string
  /** In the order of its text: its items, or it as a whole; of a long one the sections. */
  readonly parts: readonly SearchedPart[]
}

/** `item`: the place among the items of the document in their order; absent for text that is none. */
type SearchedPart = { readonly item?: number; readonly facts: ItemFacts; readonly card: Card }

async function newIndex(
  ids: ReadonlyMap<string, string>,
  memory: OpenMemory,
  { files }: Searching,
  { digest, version }: { readonly digest: string; readonly version: string },
): Promise<ReadIndex> {
  const side = await loadSide(memory.after, memory)
  memory.facts.save?.()
  memory.facts.release?.()
  const documents = side.documents.filter(({ path }) => ids.has(path))
  const searched = await searchedDocuments(documents, side, files, version)
  const aside = itemsAside(memory.layouts, side.memories)
  const living = livingKinds(memory.layouts)
  const remembered = documents.flatMap((document, i) => {
    const items = itemsInOrder(document.items)
    return (searched[i]?.parts ?? []).map(({ item: at, facts, card }) => {
      const item = at === undefined ? undefined : items[at]
      const by = item && aside.get(item)
      const isLiving = item?.living ?? living.has(document.kind)
      return {
        facts: by ? { ...facts, isAside: true as const } : facts,
        card: { ...card, ...(isLiving && { living: true as const }), ...(by?.length && { by }) },
      }
    })
  })
  const built = buildIndex(remembered.map(({ facts }) => facts))
  const cards = new Map(remembered.map(({ facts, card }) => [facts, card]))
  const unreadable = documents
    .filter(({ complete }, i) => !complete || searched[i]?.parts.some(({ facts }) => facts.isCut))
    .map(({ path }) => path)
  const texts = [...built.items.map((facts) => JSON.stringify(cards.get(facts))), JSON.stringify(unreadable)]
  const bytes = indexToBytes(built, texts)
  // A file may have changed meanwhile: what was read is not what the digest names.
  const isStill = documents.every(({ path, id, complete }) => !complete || ids.get(path) === id)
  if (isStill) files?.putIndex(digest, bytes)
  return indexFromBytes(bytes)
}

/** Kinds of documents that are meant to be true now. */
function livingKinds(layouts: readonly Layout[]): ReadonlySet<string> {
  const kinds = layouts.flatMap((layout) => layout.kinds)
  return new Set(kinds.flatMap(({ id, living, archive }) => (living && !archive ? [id] : [])))
}

/** What is superseded or archived, and what took its place. */
function itemsAside(
  layouts: readonly Layout[],
  memories: ReadonlyMap<Layout, Memory>,
): ReadonlyMap<Item, readonly string[]> {
  return new Map(
    layouts.flatMap((layout) => {
      const memory = memories.get(layout)
      const aside = memory && layout.setAside?.(memory)
      if (!aside) return []
      return [...aside.superseded, ...aside.archived].map(
        (item) => [item, aside.successors?.get(item) ?? []] as const,
      )
    }),
  )
}

/** Documents in a group of what is kept: a group is read and written as a whole. */
const GROUP = 512

/** The documents with the facts of their items: known ones first, then reading of what is left. */
async function searchedDocuments(
  documents: readonly Document[],
  { snapshot }: LoadedSide,
  files: SearchFiles | null,
  version: string,
): Promise<readonly SearchedDocument[]> {
  const groups = (files?.getFacts(version) ?? []) as readonly (() => readonly SearchedDocument[])[]
  const kept = new Map(groups.flatMap((group) => group()).map((document) => [document.path, document]))
  const searched = new Map(
    documents.flatMap((document): [string, SearchedDocument][] => {
      const before = kept.get(document.path)
      return before && isOf(before, document) ? [[document.path, before]] : []
    }),
  )
  const open = documents.filter(({ path }) => !searched.has(path))
  for (let i = 0; i < open.length; i += BATCH) {
    const batch = open.slice(i, i + BATCH)
    const contents = await snapshot.read(batch.map(({ path }) => path))
    for (const document of batch) {
      const { path, id, layout, kind } = document
      const content = contents.get(path)
      // Nothing is searched of a document that cannot be read.
      const parts = content && 'bytes' in content ? partsOf(document, textOfBytes(content.bytes)) : []
      searched.set(path, { path, id, layout, kind, parts })
    }
  }
  const all = documents.flatMap(({ path }) => searched.get(path) ?? [])
  if (files && (open.length > 0 || kept.size !== all.length)) {
    const count = Math.ceil(all.length / GROUP)
    files.putFacts(
      version,
      Array.from({ length: count }, (_, i) => all.slice(i * GROUP, (i + 1) * GROUP)),
    )
  }
  return all
}

function isOf(searched: SearchedDocument, { id, layout, kind }: Document): boolean {
  return searched.id === id && searched.layout === layout && searched.kind === kind
}

/**
 * Each item with the text from its place to the next one, and what is written above the first; a document with one item or none is
 * one thing as a whole, but for the only entry below a title: it begins where it would among others. Long ones are divided.
 */
function partsOf(document: Document, text: string): SearchedDocument['parts'] {
  const items = itemsInOrder(document.items)
  const [first = null, second] = items
  if (document.says || first?.says !== undefined) return saidParts(document, items, text)
  if (!second && !(first && isBelowTitle(first, document.path, text))) {
    const range = { line: first?.place.line ?? 1 }
    return sectionParts(document, first, { at: first ? 0 : -1, range, body: text, isWhole: true })
  }
  const read = rangeReader(text)
  const above = { line: 1, endLine: first?.place.line ?? 1 }
  return [
    ...(isSaying(read(above), document.path)
      ? sectionParts(document, null, { at: -1, range: above, body: read(above) })
      : []),
    ...rangesOf(items).flatMap((range, at) =>
      sectionParts(document, items[at] ?? null, { at, range, body: read(range) }),
    ),
  ]
}

/** Of a file whose lines are marks of a format: what it says, and what each of its items does. */
function saidParts(document: Document, items: readonly Item[], text: string): SearchedDocument['parts'] {
  const read = rangeReader(text)
  const partSaying = (item: Item | null, at: number, { text, title, place: range }: Saying): SearchedPart =>
    partOf(document, item, {
      at,
      range,
      body: read(range),
      says: { title, text },
      tokens: estimateTokens(text),
    })
  const { says } = document
  return [
    ...(says ? [partSaying(null, -1, says)] : []),
    ...items.map((item, at) => {
      const { title, place, says: said = { text: '', place } } = item
      return partSaying(item, at, { title, ...said })
    }),
  ]
}

type Saying = NonNullable<Document['says']>

/** True for Markdown with more than headings and lines that separate: in other formats what is above the items has no words of its own. */
function isSaying(text: string, path: string): boolean {
  const front = FRONT_MATTER.exec(text)?.[0] ?? ''
  return (
    MARKDOWN.test(path) &&
    (SENTENCE.test(front) ||
      linesOf(text.slice(front.length)).some(
        (line) => headingOf(line) === null && /[\p{L}\p{N}]/u.test(line),
      ))
  )
}

/** A field of front matter with several words, such as a description, but for names. */
const SENTENCE = /^(?!(?:title|name)\s*:)[\w-]+\s*:(?:\s+\S*\p{L}\S*){4}/mu

/** True for an item of Markdown with a heading above it. Fields above it, such as those of front matter, belong to it. */
function isBelowTitle({ place }: Item, path: string, text: string): boolean {
  if (!MARKDOWN.test(path)) return false
  return text.split(/\r\n|\n|\r/, place.line - 1).some((line) => /^ {0,3}#{1,6}[ \t]/.test(line))
}

/** `at`: the place among the items, below 0 for what is none. */
type Part = { readonly at: number; readonly range: ItemRange; readonly body: string; readonly isWhole?: true }

/** A part as one, or its sections, each with the lines that it has of the file. */
function sectionParts(document: Document, item: Item | null, part: Part): readonly SearchedPart[] {
  const { at, range, body, isWhole } = part
  const tokens = estimateTokens(body)
  const isMarkdown = MARKDOWN.test(document.path)
  const lines = linesOf(body)
  const headline = item || !isMarkdown ? undefined : headlineOf(lines)
  const sections = sectionsOf(body, tokens, isMarkdown)
  if (sections.length === 1) return [partOf(document, item, { ...part, tokens, headline })]
  const begin = isWhole ? 1 : range.line
  const count = lines.at(-1) === '' ? lines.length - 1 : lines.length
  const whole = { line: begin, endLine: begin + count - 1, tokens }
  return sections.map((section, number) =>
    partOf(document, item, {
      at,
      range: rangeOfSection(section, lines.length, isWhole ? { line: 1 } : range),
      body: bodyOf(lines.slice(section.from, section.to), section.to < lines.length || isWhole === true),
      tokens,
      headline,
      section: { number, whole, goesOn: goesOnIn(lines[section.to - 1], lines[section.to]) },
    }),
  )
}

/** The first heading of level 1. */
function headlineOf(lines: readonly string[]): string | undefined {
  const marks = marksOf(lines)
  return marks.find(({ heading }, i) => heading && /^ {0,3}#[ \t]/.test(lines[i] ?? ''))?.heading ?? undefined
}

/** The text of a section as it is read again by its range. The body of an entry has lost the line end behind its last line. */
function bodyOf(lines: readonly string[], hasLineEnd: boolean): string {
  const text = lines.join('')
  return hasLineEnd ? text.replace(/(?:\r\n|\n|\r)$/, '') : text
}

function rangeOfSection({ from, to }: LineRange, count: number, range: ItemRange): ItemRange {
  const { line, column, endLine, endColumn } = range
  if (to < count)
    return { line: line + from, ...(from === 0 && column !== undefined && { column }), endLine: line + to }
  return {
    line: line + from,
    ...(endLine !== undefined && { endLine }),
    ...(endColumn !== undefined && { endColumn }),
  }
}

type SizedPart = Part & {
  readonly tokens: number
  /** Names text that is no item and has no title. */
  readonly headline?: string | undefined
  readonly says?: { readonly title: string; readonly text: string }
  readonly section?: {
    readonly number: number
    readonly whole: NonNullable<Card['whole']>
    readonly goesOn: boolean
  }
}

function partOf(
  { path, layout, kind, frontMatter, date: written }: Document,
  item: Item | null,
  { at, range, body, isWhole, tokens, headline, section, says }: SizedPart,
): SearchedPart {
  const fields = item?.fields ?? frontMatter ?? {}
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '')
  const title = says?.title ?? item?.title ?? (typeof fields.name === 'string' ? fields.name : '')
  const { date, tags: own = [] } = item ?? { date: written, tags: textList(frontMatter?.tags) }
  const tags = [...own, ...(typeof fields.category === 'string' ? [fields.category] : [])]
  const id = String(at + 1).padStart(7, '0')
  return {
    ...(at >= 0 && { item: at }),
    facts: factsOf({
      id: section ? `${id}.${String(section.number).padStart(7, '0')}` : id,
      path,
      fields: { title, name, tags, body: says?.text ?? body },
      cost: tokens,
      ...(section && { sectionOf: id, parent: `${path}\0${id}` }),
      ...(date !== undefined && { date }),
    }),
    card: {
      layout,
      kind: item?.kind ?? kind,
      ...(item?.id !== undefined && { id: item.id }),
      path,
      ...range,
      ...(isWhole && { isWhole }),
      ...(section && { whole: section.whole }),
      ...(section?.goesOn && { goesOn: true as const }),
      title: title || headline || name,
      ...(says && { says: says.text }),
      digest: hash('sha1', `${title || headline || name}\0${says?.text ?? body}`, 'base64url'),
      mark: textMark(body),
      ...(tags.length > 0 && { tags }),
      ...(date !== undefined && { day: date.slice(0, 'YYYY-MM-DD'.length) }),
    },
  }
}
