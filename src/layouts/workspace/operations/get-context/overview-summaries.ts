import type { Memory } from '../../../../core/memory.ts'
import { compareText } from '../../../../core/text.ts'
import { documentId } from './document-id.ts'
import { documentTrouble } from './document-trouble.ts'
import { frontMatterText, summaryFields } from './front-matter-fields.ts'
import type { Gathered } from './part.ts'
import { isWithin } from './scopes.ts'

/** The summaries of every OVERVIEW in a scope, the outermost first. */
export function overviewSummaries(memory: Memory, scope: string): Gathered {
  const overviews = memory.documents
    .filter((one) => one.kind === 'overview' && isWithin(one.scope, scope))
    .sort((a, b) => compareText(a.scope, b.scope))
  return {
    notes: overviews.flatMap(documentTrouble),
    parts: overviews.map((document) => ({
      section: 'overviews_t0',
      title: frontMatterText(document, 'name') ?? document.scope,
      path: document.path,
      scope: document.scope,
      date: '',
      data: {
        scope: document.scope,
        ...summaryFields(document, ['name', 'description', 'tags']),
        _meta: { document_path: document.path, document_id: documentId(document, memory) },
      },
    })),
  }
}
