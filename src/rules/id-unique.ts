import type { Document, Item } from '../core/document.ts'
import type { MemoryRule } from '../core/rule.ts'

type At = { readonly item: Item; readonly document: Document }

/** An id names one item. */
export const idUnique: MemoryRule = {
  id: 'id-unique',
  summary: 'No two items of one memory share an id.',
  why: 'Whatever refers to an id that two items have may mean either of them.',
  howToFix:
    'Give the later item a new id, and correct what refers to it. Ids are never used again, also not after archiving.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '# decisions/a.md\nid: dec-0007\n\n# decisions/b.md\nid: dec-0007\n',
    good: '# decisions/a.md\nid: dec-0007\n\n# decisions/b.md\nid: dec-0008\n',
  },
  subject: 'memory',
  check: ({ documents }, report) => {
    const known = new Map<string, At>()
    for (const document of documents) {
      for (const item of document.items) {
        if (item.id === undefined) continue
        const first = known.get(item.id)
        if (!first) {
          known.set(item.id, { item, document })
          continue
        }
        report(document.path, {
          place: item.place,
          message: `Id ${item.id} is already in use`,
          help: stoppedMove(first, { item, document }) ?? newId(first),
        })
      }
    }
  },
}

function newId({ item, document }: At): string {
  return `Give it a new id: ${document.path}:${item.place.line} has this one.`
}

/** What ends a move to the archive that was stopped between its two files; null where there was none. */
function stoppedMove(one: At, other: At): string | null {
  if (one.document.archive === other.document.archive || one.item.title !== other.item.title) return null
  const { document } = one.document.archive ? other : one
  return `A move to the archive was stopped half-way: archive it again, or delete it from ${document.path}. With a new id there would be two of it.`
}
