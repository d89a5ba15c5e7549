import { isCalendarDate } from '../../../../core/date.ts'
import type { Document } from '../../../../core/document.ts'
import type { JsonObject } from '../../../../core/json.ts'
import type { Memory } from '../../../../core/memory.ts'
import type { Source } from '../../../../core/source.ts'
import { compareText } from '../../../../core/text.ts'
import { planFileDate } from '../../front-matter.ts'
import { documentId, fileStem } from './document-id.ts'
import { documentTrouble } from './document-trouble.ts'
import { frontMatterText, summaryFields } from './front-matter-fields.ts'
import type { ContextPart, Gathered } from './part.ts'
import type { Topic } from './request.ts'
import { isWithin } from './scopes.ts'

/** Topics whose documents are listed by their front matter, and the kind of each. */
const KINDS: { readonly [topic in Topic]?: string } = {
  plans: 'plan',
  features: 'feature',
  spikes: 'spike',
  architecture: 'architecture',
}

const PLAN_FIELDS: readonly string[] = ['description', 'status', 'created', 'updated', 'tags']
const FIELDS: readonly string[] = ['description', 'tags']

/** Where and of what: the topic's documents in a scope. */
type Asked = { readonly memory: Memory; readonly scope: string; readonly topic: Topic }

/** The front matter of a topic's documents in a scope and below it, in order of paths. */
export function topicDocuments(asked: Asked, sources: ReadonlyMap<string, Source>): Gathered {
  const documents = documentsOf(asked)
  return {
    notes: documents.flatMap(documentTrouble),
    parts: documents.map((document) => partOf(document, asked, sources.get(document.path))),
  }
}

/** Documents that are named by their first heading, since their front matter does not name them. */
export function unnamedDocuments(asked: Asked): readonly string[] {
  return documentsOf(asked)
    .filter((document) => frontMatterText(document, 'name') === null)
    .map(({ path }) => path)
}

function documentsOf({ memory, scope, topic }: Asked): Document[] {
  return memory.documents
    .filter((one) => one.kind === KINDS[topic] && isWithin(one.scope, scope))
    .sort((a, b) => compareText(a.path, b.path))
}

function partOf(document: Document, { memory, topic }: Asked, source: Source | undefined): ContextPart {
  const { path, scope, kind } = document
  const name = frontMatterText(document, 'name') ?? firstHeading(source) ?? fileStem(path)
  const data: JsonObject = {
    name,
    ...summaryFields(document, kind === 'plan' ? PLAN_FIELDS : FIELDS),
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
