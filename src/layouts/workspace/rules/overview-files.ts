import type { DocumentRule, MemoryRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { workspaceSettings } from '../settings.ts'

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

/** A scope that has plans has an overview. Reported once per scope, at its first plan. */
export const overviewMissing: MemoryRule = {
  id: 'overview-missing',
  summary: 'A scope with plans has an OVERVIEW.md.',
  why: 'Agents find their way by the name and description in the front matter of OVERVIEW.md. Plans in a scope without one belong to nothing that an agent can see.',
  howToFix: 'Create the file that the message names, with `name` and `description` in its front matter.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: 'resources/workspaces/shop/_plans/260115-guest-checkout.md\n',
    good: 'resources/workspaces/shop/OVERVIEW.md\nresources/workspaces/shop/_plans/260115-guest-checkout.md\n',
  },
  kinds: ['plan'],
  subject: 'memory',
  check: ({ documents, files, settings }, report) => {
    const { resources } = workspaceSettings(settings)
    const seen = new Set<string>()
    for (const { kind, scope, path } of documents) {
      if (kind !== 'plan' || seen.has(scope)) continue
      seen.add(scope)
      const overview = `${resources}/${scope}/OVERVIEW.md`
      if (files.has(overview)) continue
      report(path, {
        place: WHOLE_FILE,
        message: `Scope ${scope} has plans but no overview: ${overview} is missing`,
        help: `Create ${overview} with \`name\` and \`description\` in its front matter.`,
      })
    }
  },
}
