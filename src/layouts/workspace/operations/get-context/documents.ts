import { isCalendarDate } from '../../../../core/date.ts'
import type { Finding } from '../../../../core/diagnostic.ts'
import type { Document, Memory } from '../../../../core/document.ts'
import type { Json, JsonObject } from '../../../../core/json.ts'
import { safePath, safeText } from '../../../../core/messages.ts'
import type { Source } from '../../../../core/source.ts'
import { compareText } from '../../../../core/text.ts'
import { plainText } from '../../../../stores/clean-text.ts'
import { firstError } from '../../../../stores/unread.ts'
import { planFileDate } from '../../front-matter.ts'
import { workspaceSettings } from '../../settings.ts'
import type { ContextPart, Gathered } from './answer.ts'
import { isWithin, type Topic } from './request.ts'

/** Topics whose documents are listed by their front matter, and the kind of each. */
const KIND_OF_TOPIC: { readonly [topic in Topic]?: string } = {
  plans: 'plan',
  features: 'feature',
  spikes: 'spike',
  architecture: 'architecture',
}

const PLAN_FIELDS: readonly string[] = ['description', 'status', 'created', 'updated', 'tags']
const DOCUMENT_FIELDS: readonly string[] = ['description', 'tags']

/** Where and of what: the topic's documents in a scope. */
type Asked = { readonly memory: Memory; readonly scope: string; readonly topic: Topic }

/** The front matter of a topic's documents in a scope and below it, in order of paths. */
export function topicDocuments(asked: Asked, sources: ReadonlyMap<string, Source>): Gathered {
  const documents = documentsOf(asked)
  return {
    notes: documents.flatMap(noteUnread),
    parts: documents.map((document) => documentPart(document, asked, sources.get(document.path))),
  }
}

/** The paths of a topic's documents. */
export function documentPaths(asked: Asked): readonly string[] {
  return documentsOf(asked).map(({ path }) => path)
}

/** Documents that are named by their first heading, since their front matter does not name them. */
export function unnamedDocuments(asked: Asked): readonly string[] {
  return documentsOf(asked)
    .filter((document) => frontMatterText(document, 'name') === null)
    .map(({ path }) => path)
}

function documentsOf({ memory, scope, topic }: Asked): Document[] {
  return memory.documents
    .filter((one) => one.kind === KIND_OF_TOPIC[topic] && isWithin(one.scope, scope))
    .sort((a, b) => compareText(a.path, b.path))
}

function documentPart(document: Document, { memory, topic }: Asked, source: Source | undefined): ContextPart {
  const { path, scope, kind } = document
  const name = frontMatterText(document, 'name') ?? firstHeading(source) ?? fileStem(path)
  const data: JsonObject = {
    name,
    ...summaryFields(document, kind === 'plan' ? PLAN_FIELDS : DOCUMENT_FIELDS),
    _meta: { document_path: path, document_id: documentId(document, memory) },
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

const OVERVIEW_FIELDS: readonly string[] = ['name', 'description', 'tags', 'updated']

/** The OVERVIEW at a scope's own level; undefined where there is none. */
export function overviewOf({ documents }: Memory, scope: string): Document | undefined {
  return documents.find((one) => one.kind === 'overview' && one.scope === scope)
}

/** The OVERVIEW at the scope's own level with its whole text. */
export function topicOverview(memory: Memory, scope: string, sources: ReadonlyMap<string, Source>): Gathered {
  const document = overviewOf(memory, scope)
  if (!document) return { parts: [], notes: [`There is no OVERVIEW.md in the scope ${scope} itself.`] }
  const { path } = document
  const source = sources.get(path)
  const fields = summaryFields(document, OVERVIEW_FIELDS)
  const trouble = noteUnread(document)
  const unread = `${safePath(path)} could not be read now: its text is missing here.`
  return {
    notes: source || trouble.length > 0 ? trouble : [unread],
    parts: [
      {
        section: 'overview',
        title: frontMatterText(document, 'name') ?? scope,
        path,
        scope,
        date: frontMatterText(document, 'updated') ?? '',
        data: {
          scope,
          ...fields,
          ...(source && { content: contentOf(source) }),
          _meta: { document_path: path, document_id: documentId(document, memory) },
        },
      },
    ],
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

const stems = new WeakMap<Memory, ReadonlyMap<string, number>>()

/**
 * A name that no other document of the resources has: the file's name without its ending, or the path below the
 * resources where two files have one name. An OVERVIEW is always named by its path.
 */
export function documentId({ path, kind }: Document, memory: Memory): string {
  const { resources } = workspaceSettings(memory.settings)
  const stem = fileStem(path)
  const isUnique = NAMED_BY_FILE.has(kind) && stemCounts(memory).get(stem) === 1
  return isUnique ? stem : path.slice(resources.length + 1).replace(/\.md$/, '')
}

/** `260208-workflow-engine` of `…/_plans/260208-workflow-engine.md`. */
function fileStem(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
}

function stemCounts(memory: Memory): ReadonlyMap<string, number> {
  const known = stems.get(memory)
  if (known) return known
  const counts = new Map<string, number>()
  for (const { kind, path } of memory.documents) {
    if (!NAMED_BY_FILE.has(kind)) continue
    const stem = fileStem(path)
    counts.set(stem, (counts.get(stem) ?? 0) + 1)
  }
  stems.set(memory, counts)
  return counts
}

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
