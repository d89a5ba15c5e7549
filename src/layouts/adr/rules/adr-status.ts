import type { MemoryRule } from '../../../core/rule.ts'
import { factsOf, isChoice, stateOf } from '../read-record.ts'

/** A record has a status. */
export const adrStatus: MemoryRule = {
  id: 'adr-status',
  summary: 'A decision record has a status, one of the usual words.',
  why: 'The status says whether a decision holds. For tools and agents that do not know the word, the record has no status.',
  howToFix: 'Write proposed, accepted, rejected, deprecated or superseded, in the form of the other records.',
  severity: 'info',
  fixable: false,
  example: { bad: '## Status\n\nLooks good\n', good: '## Status\n\nAccepted\n' },
  kinds: ['adr'],
  subject: 'memory',
  reach: 'document',
  check: ({ documents }, report) => {
    for (const document of documents) {
      const facts = factsOf(document)
      // An empty file says nothing at all.
      if (!facts || document.lines === 0) continue
      const { status, statusPlace: place } = facts
      const help = 'Write proposed, accepted, rejected, deprecated or superseded by ADR-NNNN.'
      if (status === null) report(document.path, { place, message: 'The record has no status', help })
      else if (isChoice(status)) {
        report(document.path, { place, message: 'The status still lists the choices of the template', help })
      } else if (stateOf(status) === null) {
        const shown = JSON.stringify(status.slice(0, 40))
        report(document.path, { place, message: `The status ${shown} is none of the usual words`, help })
      }
    }
  },
}
