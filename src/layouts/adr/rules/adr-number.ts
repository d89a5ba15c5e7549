import type { Document } from '../../../core/document.ts'
import { folderOf } from '../../../core/path.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { isNumberStrict, numberName, numberOf } from '../claim.ts'
import { factsOf } from '../facts.ts'
import { isSure } from '../shape.ts'

/** A number names one record. */
export const adrNumber: MemoryRule = {
  id: 'adr-number',
  summary: 'No two decision records of a folder have one number.',
  why: 'Two branches that both take the next number merge without a conflict. From then on every "see ADR-12" means two decisions.',
  howToFix: 'Give the younger one the next free number, in its name, its title, and where others name it.',
  severity: 'error',
  severities: ['error', 'warning'],
  fixable: false,
  example: {
    bad: 'docs/adr/0012-a-queue.md\ndocs/adr/0012-one-lockfile.md\n',
    good: 'docs/adr/0012-a-queue.md\ndocs/adr/0013-one-lockfile.md\n',
  },
  kinds: ['adr'],
  subject: 'memory',
  check: ({ documents }, report) => {
    const first = new Map<string, Document>()
    const highest = new Map<string, number>()
    for (const { path } of documents) {
      const folder = folderOf(path)
      highest.set(folder, Math.max(highest.get(folder) ?? 0, numberOf(path) ?? 0))
    }
    for (const document of documents) {
      const { path, items } = document
      const number = numberOf(path)
      const name = numberName(path)
      const other = first.get(name)
      if (other === undefined) {
        first.set(name, document)
        continue
      }
      const next = (highest.get(folderOf(path)) ?? 0) + 1
      highest.set(folderOf(path), next)
      report(path, {
        place: items[0]?.place ?? WHOLE_FILE,
        ...(!(isCertain(document) && isCertain(other)) && { severity: 'warning' as const }),
        message: `The number ${number} is also that of ${other.path.slice(other.path.lastIndexOf('/') + 1)}`,
        help: `Give one of them another number; the next free one is ${next}.`,
      })
    }
  },
}

/** True for what is a record by its place, its name and its text. */
function isCertain(document: Document): boolean {
  const facts = factsOf(document)
  return isNumberStrict(document.path) && facts !== null && isSure(facts)
}
