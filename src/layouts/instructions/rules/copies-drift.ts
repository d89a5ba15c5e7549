import type { Document } from '../../../core/document.ts'
import type { ChangeRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { factsOf } from '../read-instructions.ts'

/** Copies of one text stay copies. */
export const copiesDrift: ChangeRule = {
  id: 'copies-drift',
  summary: 'Files that said the same before a change say the same after it.',
  why: 'One text is often kept for several agents, copied by hand or by a generator. A change of one copy alone gives the agents different rules.',
  howToFix: 'Make the same change in the other copies, or run what generates them.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: '.claude/rules/tests.md changes, .cursor/rules/tests.mdc does not\n',
    good: '.claude/rules/tests.md and .cursor/rules/tests.mdc change alike\n',
  },
  subject: 'change',
  check: ({ before, after }, report) => {
    const now = new Map(after.documents.map((one) => [one.path, one]))
    for (const copies of groups(before.documents)) {
      const present = copies.flatMap(({ path }) => now.get(path) ?? [])
      const was = copies.map(bodyOf)[0]
      const same = present.find((one) => bodyOf(one) === was) ?? present[0]
      if (!same) continue
      for (const { path } of present.filter((one) => bodyOf(one) !== bodyOf(same))) {
        report(path, {
          place: WHOLE_FILE,
          message: `The file said the same as ${same.path}, and differs from it now`,
          help: 'Make the same change there, or run what generates both.',
        })
      }
    }
  },
}

/** Files with the same text, of two or more; a short one may be the same by chance. */
function groups(documents: readonly Document[]): readonly (readonly Document[])[] {
  const byBody = new Map<string, Document[]>()
  for (const document of documents) {
    const facts = factsOf(document)
    if (!facts?.body || facts.sketch.length < LEAST_WORDS) continue
    byBody.set(facts.body, [...(byBody.get(facts.body) ?? []), document])
  }
  return [...byBody.values()].filter(({ length }) => length > 1)
}

const LEAST_WORDS = 8

function bodyOf(document: Document): string | null {
  return factsOf(document)?.body ?? null
}
