import { planFrontMatter } from '../../../migrations/0001-plan-front-matter.ts'
import type { FileHistory, MigrationPlan, TextFile } from '../../../src/core/migration.ts'
import type { PlanStatus } from '../../../src/core/plan-status.ts'
import { DEFAULT_SETTINGS } from '../../../src/core/settings.ts'
import { applyEdits } from '../../../src/core/text.ts'
import { readFrontMatter } from '../../../src/formats/front-matter.ts'

/** A plan without a date in its name. */
export const PATH = 'resources/workspaces/shop/api/_plans/limits.md'

type Given = {
  readonly path?: string
  readonly choices?: readonly string[]
  readonly history?: FileHistory
  /** Those of other files too, by path. */
  readonly histories?: { readonly [path: string]: FileHistory }
  /** Further files that are there. */
  readonly more?: readonly string[]
  readonly statusDefault?: PlanStatus
}

/** Plans the migration of one plan. */
export function planOnce(
  text: string,
  { path = PATH, choices = [], history, histories = {}, more = [], statusDefault }: Given = {},
): MigrationPlan {
  const file: TextFile = { path, layout: 'workspace', kind: 'plan', scope: 'shop/api', text }
  return planFrontMatter.plan({
    files: [file],
    present: new Map(['src/a.ts', ...more].map((one) => [one, { path: one, id: null, mode: 'file' }])),
    settings: DEFAULT_SETTINGS,
    history: new Map([...(history ? [[path, history] as const] : []), ...Object.entries(histories)]),
    derived: new Map(),
    choices: new Set(choices),
    statusDefault,
    today: '2026-03-01',
  })
}

/** The text after the migration. */
export function migrated(text: string, given: Given = {}): string {
  const changes = planOnce(text, given).sets.flat()
  return applyEdits(
    text,
    changes.flatMap((change) => (change.kind === 'edit' ? change.edits : [])),
  )
}

/** A field after the migration, and where it comes from: a line number, or a kind of evidence. */
export function worked(text: string, field: string, given: Given = {}): readonly [unknown, unknown] {
  const values = planOnce(text, given)
    .sets.flat()
    .flatMap((change) => change.values)
  const evidence = values.find((value) => value.field === field)?.evidence
  const after = readFrontMatter(migrated(text, given), [0], 65_536).frontMatter
  return [after?.fields[field], evidence?.kind === 'text' ? evidence.line : evidence?.kind]
}
