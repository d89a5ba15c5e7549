import type { DocumentRule } from '../../../core/rule.ts'
import { frontMatterPlace } from '../front-matter.ts'

/** A description that a person is still to write says `TODO` first. */
const OPEN = /^\s*TODO\b/

/** A description says something: what `memkeep migrate` found no words for is filled in. */
export const descriptionTodo: DocumentRule = {
  id: 'description-todo',
  summary: 'A description is written, and not left as `TODO`.',
  why: '`memkeep migrate` invents nothing: where a document does not say what it is for, its description is `TODO` until a person writes it. Until then the listing does not show whether the document matters.',
  howToFix: 'Say what the document is for, in one or two sentences.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: 'description: "TODO: say what this plan is for"\n',
    good: 'description: Customers get their money back without a phone call.\n',
  },
  kinds: ['overview', 'plan'],
  subject: 'document',
  check: (source, report) => {
    const description = source.frontMatter?.fields.description
    if (typeof description !== 'string' || !OPEN.test(description)) return
    report({
      place: frontMatterPlace(source, 'description'),
      message: 'The description is still TODO',
      help: 'Say what the document is for.',
    })
  },
}
