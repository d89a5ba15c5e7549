import type { Document } from '../../../core/document.ts'
import { folderOf } from '../../../core/path.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { isChoice, stateOf } from '../../../formats/status.ts'
import { factsOf } from '../facts.ts'

/** A record has a status. */
export const adrStatus: MemoryRule = {
  id: 'adr-status',
  summary: 'A decision record has a status, one of the usual words, where the others of its folder have one.',
  why: 'The status says whether a decision holds. For tools and agents that do not know the word, the record has no status.',
  howToFix: 'Write proposed, accepted, rejected, deprecated or superseded, in the form of the other records.',
  severity: 'info',
  fixable: false,
  example: { bad: '## Status\n\nLooks good\n', good: '## Status\n\nAccepted\n' },
  kinds: ['adr'],
  subject: 'memory',
  check: ({ documents }, report) => {
    const without = foldersWithoutStatus(documents)
    for (const document of documents) {
      const facts = factsOf(document)
      // An empty file says nothing at all.
      if (!facts || document.lines === 0) continue
      const { status, statusPlace: place } = facts
      const help = 'Write proposed, accepted, rejected, deprecated or superseded by ADR-NNNN.'
      if (status === null) {
        if (!without.has(folderOf(document.path)))
          report(document.path, { place, message: 'The record has no status', help })
      } else if (isChoice(status)) {
        report(document.path, { place, message: 'The status still lists the choices of the template', help })
      } else if (stateOf(status) === null) {
        const shown = JSON.stringify(status.slice(0, 40))
        report(document.path, { place, message: `The status ${shown} is none of the usual words`, help })
      }
    }
  },
}

/** Folders whose records are written without a status: it is no word that one of them forgot. */
function foldersWithoutStatus(documents: readonly Document[]): ReadonlySet<string> {
  const counts = new Map<string, { records: number; stated: number }>()
  for (const document of documents) {
    const folder = folderOf(document.path)
    const { records, stated } = counts.get(folder) ?? { records: 0, stated: 0 }
    const isStated = (factsOf(document)?.status ?? null) !== null
    counts.set(folder, { records: records + 1, stated: stated + Number(isStated) })
  }
  return new Set(
    [...counts].flatMap(([folder, { records, stated }]) =>
      records > 1 && stated * 2 < records ? [folder] : [],
    ),
  )
}
