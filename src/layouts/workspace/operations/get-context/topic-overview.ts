import type { Document } from '../../../../core/document.ts'
import type { Memory } from '../../../../core/memory.ts'
import { safePath } from '../../../../core/safe-text.ts'
import type { Source } from '../../../../core/source.ts'
import { documentId } from './document-id.ts'
import { documentTrouble } from './document-trouble.ts'
import { frontMatterText, summaryFields } from './front-matter-fields.ts'
import type { Gathered } from './part.ts'
import { plainText } from './plain-text.ts'

const FIELDS: readonly string[] = ['name', 'description', 'tags', 'updated']

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
  const fields = summaryFields(document, FIELDS)
  const trouble = documentTrouble(document)
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

/** What stands behind the front matter; the whole text where that could not be read. */
function contentOf({ text, markdown, frontMatter }: Source): string {
  const start = frontMatter ? frontMatter.block.end : (markdown?.start ?? 0)
  return plainText(text.slice(start))
}
