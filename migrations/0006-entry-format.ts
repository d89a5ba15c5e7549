import type { ChangeSet, ForPerson, Migration } from '../src/core/migration.ts'
import { migrateLog } from './entry-format/migrate-log.ts'

const KINDS: ReadonlySet<string> = new Set(['decisions', 'lessons', 'archive'])

const MARK_UNDATED = 'mark-undated'

/** Decision and lesson logs in other common forms become entries: `### [YYYY-MM-DD] Title`, labels, body, `---`. */
export const entryFormat: Migration = {
  id: '0006-entry-format',
  summary: 'Brings decision and lesson logs in other forms into the entry grammar.',
  onlyNamed: true,
  choices: {
    [MARK_UNDATED]:
      'Headings among entries that name no day become `### [YYYY-MM-DD] …`, for a person to fill in; else such a log is left.',
  },
  wants: ({ layout, kind }) => layout === 'workspace' && KINDS.has(kind),
  plan: ({ files, settings, choices }) => {
    const sets: ChangeSet[] = []
    const forPerson: ForPerson[] = []
    for (const { path, text } of files) {
      const { frontMatterBytes } = settings.limits
      const input = { path, text, frontMatterBytes, markUndated: choices.has(MARK_UNDATED) }
      const { edits, values, remarks } = migrateLog(input)
      if (edits.length > 0) sets.push([{ kind: 'edit', path, edits, values }])
      forPerson.push(...remarks.map((remark) => ({ path, ...remark })))
    }
    return { sets, forPerson }
  },
}
