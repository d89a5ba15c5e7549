import type { MemoryRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { workspaceSettings } from '../settings.ts'

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
