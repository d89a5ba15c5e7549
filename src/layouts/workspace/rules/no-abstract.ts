import type { DocumentRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'

/** The format has no ABSTRACT.md: the summary is the description of the overview next to it. */
export const noAbstract: DocumentRule = {
  id: 'no-abstract',
  summary: 'No ABSTRACT.md next to an overview.',
  why: 'The summary of a scope is the `description` in the front matter of OVERVIEW.md. A second summary in a separate file is not read and goes stale.',
  howToFix:
    'Run `memkeep migrate`, which folds the abstract into the description of the overview, or do so by hand and delete the file.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: 'resources/workspaces/shop/ABSTRACT.md\nresources/workspaces/shop/OVERVIEW.md\n',
    good: '---\nname: Shop\ndescription: Storefront and checkout.\n---\n',
  },
  kinds: ['abstract'],
  subject: 'document',
  check: (_, report) => {
    report({
      place: WHOLE_FILE,
      message: 'The text of ABSTRACT.md belongs in the `description` of the OVERVIEW.md next to it',
      help: 'Move the text into the front matter of OVERVIEW.md (`memkeep migrate` does it) and delete this file.',
    })
  },
}
