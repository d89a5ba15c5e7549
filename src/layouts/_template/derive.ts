import type { Derivation } from '../../core/layout.ts'
import type { Memory } from '../../core/memory.ts'
import { WHOLE_FILE } from '../../core/text.ts'
import { digest } from '../../formats/hash.ts'
import { listPath } from './claim.ts'

const NOTHING: Derivation = { plan: new Map(), stale: [], replacesUnreadable: [] }

/**
 * Rebuilds `list.json` from the notes, in the order of their paths. It waits while a file cannot be read: unreadable is
 * not empty. A layout that derives nothing has no `derive`, and no such file.
 */
export function derive({ documents, files, settings }: Memory): Derivation {
  const path = listPath(settings)
  const notes = documents.filter(({ kind }) => kind === 'note')
  if (notes.length === 0 || documents.some(({ complete }) => !complete)) return NOTHING
  const rows = notes.flatMap(({ items }) =>
    items.map(({ key, title, fields }) => ({ file: key, title, date: fields.date ?? null })),
  )
  const text = `${JSON.stringify(rows, null, 2)}\n`
  const present = documents.find((document) => document.path === path)
  if (present?.facts === digest(text)) return NOTHING
  const found = {
    place: WHOLE_FILE,
    message: files.has(path)
      ? 'The list is out of date: it differs from the notes'
      : 'The list of the notes is missing',
    help: 'Run `memkeep index`.',
    fixable: true,
  }
  return {
    plan: new Map([[path, { kind: 'text', text }]]),
    stale: [{ path, found }],
    replacesUnreadable: [],
  }
}
