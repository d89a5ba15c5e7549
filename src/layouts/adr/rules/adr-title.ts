import type { MemoryRule } from '../../../core/rule.ts'
import { numberOf } from '../claim.ts'
import { factsOf } from '../facts.ts'

/** A record has one number. */
export const adrTitle: MemoryRule = {
  id: 'adr-title',
  summary: 'The number in the title of a decision record is that of its file.',
  why: 'A record that was copied or renumbered keeps the number of another one in its title, and readers follow that.',
  howToFix: 'Write the number of the file into the title.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: '# docs/adr/0007-a-queue.md\n# 6. A queue\n',
    good: '# docs/adr/0007-a-queue.md\n# 7. A queue\n',
  },
  kinds: ['adr'],
  subject: 'memory',
  reach: 'document',
  check: ({ documents }, report) => {
    for (const document of documents) {
      const facts = factsOf(document)
      const number = numberOf(document.path)
      if (!facts || facts.titleNumber === null || facts.titleNumber === number) continue
      report(document.path, {
        place: facts.title,
        message: `The title has the number ${facts.titleNumber}, the file has ${number}`,
        help: 'Write the number of the file into the title.',
      })
    }
  },
}
