import type { Document } from '../../../core/document.ts'
import type { Found, MemoryRule } from '../../../core/rule.ts'
import { stateOf } from '../../../formats/status.ts'
import { numberName, numberOf, readName } from '../claim.ts'
import { factsOf, type RecordFacts } from '../facts.ts'

type Report = (path: string, found: Found) => void

/** Who replaces whom is said on both sides. */
export const adrSupersedes: MemoryRule = {
  id: 'adr-supersedes',
  summary: 'A decision record that another one replaces says so, and the other exists and names it.',
  why: 'Readers come to the old record by links and searches. When only the new one says so, they follow a decision that no longer holds.',
  howToFix:
    'Write `superseded by ADR-NNNN` into the status of the old record, and name the old one in the new one.',
  severity: 'warning',
  severities: ['warning', 'info'],
  fixable: false,
  example: {
    bad: '# 0012: supersedes ADR-0004\n# 0004: accepted\n',
    good: '# 0012: supersedes ADR-0004\n# 0004: superseded by ADR-0012\n',
  },
  kinds: ['adr'],
  subject: 'memory',
  check: ({ documents }, report) => {
    const byNumber = new Map<string, Document[]>()
    for (const document of documents) {
      const name = numberName(document.path)
      byNumber.set(name, [...(byNumber.get(name) ?? []), document])
    }
    for (const document of documents) {
      const facts = factsOf(document)
      if (!facts) continue
      const named = (number: number): readonly Document[] =>
        byNumber.get(numberName(document.path, number)) ?? []
      for (const number of facts.supersededBy) reportNew({ document, facts, number }, named(number), report)
      for (const number of facts.supersedes) reportOld({ document, facts, number }, named(number), report)
    }
  },
}

type Relation = { readonly document: Document; readonly facts: RecordFacts; readonly number: number }

function reportNew({ document, facts, number }: Relation, others: readonly Document[], report: Report): void {
  const own = numberOf(document.path)
  if (number === own) return
  if (others.length === 0) {
    report(document.path, {
      place: facts.statusPlace,
      message: `The record is superseded by ${seriesOf(document.path)} ${number}, which does not exist`,
      help: 'Name the record that replaces it, or write the status that it has.',
    })
  } else if (own !== null && !others.some((other) => factsOf(other)?.names.includes(own))) {
    report(document.path, {
      place: facts.statusPlace,
      severity: 'info',
      message: `${seriesOf(document.path)} ${number}, which replaces this record, does not name it`,
      help: `Write "Supersedes ${seriesOf(document.path)}-${own}" into it.`,
    })
  }
}

function reportOld({ document, facts, number }: Relation, others: readonly Document[], report: Report): void {
  if (others.length !== 1 || number === numberOf(document.path)) return
  const status = others.map(factsOf)[0]?.status ?? null
  const own = stateOf(facts.status ?? '')
  // What is only proposed replaces nothing yet.
  if (status === null || own !== 'accepted' || stateOf(status) === 'over' || status.includes('supersed'))
    return
  report(document.path, {
    place: facts.title,
    message: `The record supersedes ${seriesOf(document.path)} ${number}, whose status is ${JSON.stringify(status.slice(0, 40))}`,
    help: `Write "superseded by ${seriesOf(document.path)}-${numberOf(document.path)}" into the status of the old record.`,
  })
}

/** What people write before the number. */
function seriesOf(path: string): string {
  return readName(path)?.series.toUpperCase() || 'ADR'
}
