import { isCalendarDate } from '../../../../core/date.ts'
import type { Finding } from '../../../../core/diagnostic.ts'
import type { Document, Memory } from '../../../../core/document.ts'
import type { Json, JsonObject } from '../../../../core/json.ts'
import { tallies } from '../../../../core/memory-overview.ts'
import { safePath, safeText } from '../../../../core/messages.ts'
import type { Source } from '../../../../core/source.ts'
import { compareText, oncePer } from '../../../../core/text.ts'
import { plainText } from '../../../../stores/clean-text.ts'
import { firstError } from '../../../../stores/unread.ts'
import { planFileDate } from '../../front-matter.ts'
import { workspaceSettings } from '../../settings.ts'
import type { Gathered, TopicPart } from './answer.ts'
import { isWithin, scopeDepth } from './request.ts'
import type { Topic } from './schemas.ts'

/** The kind of the documents that a topic is about. */
const KIND_OF_TOPIC: { readonly [topic in Topic]: string } = {
  overview: 'overview',
  plans: 'plan',
  features: 'feature',
  spikes: 'spike',
  architecture: 'architecture',
  decisions: 'decisions',
  lessons: 'lessons',
}

const PLAN_FIELDS: readonly string[] = ['description', 'status', 'created', 'updated', 'tags']
const DOCUMENT_FIELDS: readonly string[] = ['description', 'tags']
const OVERVIEW_FIELDS: readonly string[] = ['name', 'description', 'tags', 'updated']

/** Where and of what: one topic of a scope that exists. */
export type Asked = { readonly memory: Memory; readonly scope: string; readonly topic: Topic }

export function isLogTopic(topic: Topic): boolean {
  return topic === 'decisions' || topic === 'lessons'
}

/**
 * The documents of a topic in a scope and below it, in order of paths. An overview is of the scope itself. A repository has no
 * logs: its domain's and its workspace's count for it.
 */
export function documentsOf({ memory, scope, topic }: Asked): Document[] {
  const isAbove = isLogTopic(topic) && scopeDepth(scope) === 3
  const isMeant = (own: string): boolean =>
    topic === 'overview' ? own === scope : isWithin(own, scope) || (isAbove && isWithin(scope, own))
  return memory.documents
    .filter((one) => one.kind === KIND_OF_TOPIC[topic] && isMeant(one.scope))
    .sort((a, b) => compareText(a.path, b.path))
}

/** True for a document that is named by its first heading, since its front matter does not name it: its text is wanted. */
export function isUnnamed(document: Document): boolean {
  return frontMatterText(document, 'name') === null
}

/** The front matter of a topic's documents. */
export function topicDocuments(asked: Asked, sources: ReadonlyMap<string, Source>): Gathered<TopicPart> {
  const documents = documentsOf(asked)
  return {
    notes: documents.flatMap(noteUnread),
    parts: documents.map((document) => documentPart(document, asked, sources.get(document.path))),
  }
}

function documentPart(document: Document, { memory, topic }: Asked, source: Source | undefined): TopicPart {
  const { path, scope, kind } = document
  const name = frontMatterText(document, 'name') ?? firstHeading(source) ?? fileStem(path)
  const data = {
    name,
    ...summaryFields(document, kind === 'plan' ? PLAN_FIELDS : DOCUMENT_FIELDS),
    _meta: metaOf(document, memory),
  }
  return { section: topic, title: name, path, scope, date: dateOf(document), data }
}

function firstHeading(source: Source | undefined): string | null {
  return source?.markdown?.headings.find(({ text }) => text !== '')?.text ?? null
}

/** The newest day that a document names: of its front matter, else of its file name. */
function dateOf(document: Document): string {
  const stated = ['updated', 'created'].map((field) => frontMatterText(document, field))
  return [...stated, planFileDate(document.path)].find((one) => one !== null && isCalendarDate(one)) ?? ''
}

/** The OVERVIEW at the scope's own level with its whole text. */
export function topicOverview(asked: Asked, sources: ReadonlyMap<string, Source>): Gathered<TopicPart> {
  const { memory, scope } = asked
  const [document] = documentsOf(asked)
  if (!document) return { parts: [], notes: [`There is no OVERVIEW.md in the scope ${scope} itself.`] }
  const { path } = document
  const source = sources.get(path)
  const trouble = noteUnread(document)
  const unread = `${safePath(path)} could not be read now: its text is missing here.`
  const data = {
    scope,
    ...summaryFields(document, OVERVIEW_FIELDS),
    ...(source && { content: contentOf(source) }),
    _meta: metaOf(document, memory),
  }
  const title = frontMatterText(document, 'name') ?? scope
  const date = frontMatterText(document, 'updated') ?? ''
  return {
    notes: source || trouble.length > 0 ? trouble : [unread],
    parts: [{ section: 'overview', title, path, scope, date, data }],
  }
}

/** The text behind the front matter; the whole text where that could not be read. */
function contentOf({ text, markdown, frontMatter }: Source): string {
  const start = frontMatter ? frontMatter.block.end : (markdown?.start ?? 0)
  return plainText(text.slice(start))
}

/** The front-matter fields that summaries have, in their order; what a document does not have, or in another shape, is left out. */
export function summaryFields(document: Document, fields: readonly string[]): JsonObject {
  return Object.fromEntries(
    fields.flatMap((field): [string, Json][] => {
      const value = field === 'tags' ? tagsOf(document) : frontMatterText(document, field)
      return value === null ? [] : [[field, value]]
    }),
  )
}

/** A front-matter field as text; an unquoted `2024` or `true` is not text in YAML. Null for a list, a map or nothing. */
export function frontMatterText({ frontMatter }: Document, field: string): string | null {
  return textOf(frontMatter && Object.hasOwn(frontMatter, field) ? frontMatter[field] : undefined)
}

function tagsOf({ frontMatter }: Document): string[] | null {
  const tags = frontMatter?.tags
  if (!Array.isArray(tags)) return null
  return [...new Set((tags as readonly Json[]).map(textOf).filter((tag) => tag !== null))]
}

function textOf(value: Json | undefined): string | null {
  if (typeof value === 'string') return value === '' ? null : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

/** Kinds whose documents are named by their file. */
const NAMED_BY_FILE: ReadonlySet<string> = new Set(['plan', 'feature', 'spike', 'architecture'])

/**
 * Where a document's part of the answer comes from. Its id is a name that no other document of the resources has: the file's
 * name without its ending, or the path below the resources where two files have one name. An OVERVIEW is always named by its path.
 */
export function metaOf(
  { path, kind }: Document,
  memory: Memory,
): { document_path: string; document_id: string } {
  const { resources } = workspaceSettings(memory.settings)
  const stem = fileStem(path)
  const isUnique = NAMED_BY_FILE.has(kind) && stemCounts(memory).get(stem) === 1
  const id = isUnique ? stem : path.slice(resources.length + 1).replace(/\.md$/, '')
  return { document_path: path, document_id: id }
}

/** `260208-workflow-engine` of `…/_plans/260208-workflow-engine.md`. */
function fileStem(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
}

const stemCounts = oncePer(({ documents }: Memory): ReadonlyMap<string, number> => {
  const stems = documents.flatMap(({ kind, path }) => (NAMED_BY_FILE.has(kind) ? [fileStem(path)] : []))
  return new Map(tallies(stems).map(({ name, count }) => [name, count]))
})

/** Rules that report content that is not read. */
const HIDING_RULES: readonly string[] = ['entry-heading', 'entry-hidden', 'front-matter-position']

/** A note on a document that could not be read in full, or that holds entries that are not read; else nothing. */
export function noteUnread(document: Document): string[] {
  const { path, complete } = document
  const isHiding = ({ severity, rule }: Finding): boolean =>
    severity === 'error' && HIDING_RULES.includes(rule)
  const first = complete ? document.findings.find(isHiding) : firstError(document)
  if (!first && complete) return []
  const where = first ? `, line ${first.place.line}: ${safeText(first.message).slice(0, 300)}` : ''
  const what = complete ? 'is not read in full' : 'cannot be read in full'
  return [
    `${safePath(path)} ${what}${where}. What is missing here may be there: read the file, and fix what \`memkeep check\` reports.`,
  ]
}
