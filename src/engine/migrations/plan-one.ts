import { UserError } from '../../core/errors.ts'
import type { ChangeSet, ForPerson, MigrationInput, MigrationPlan } from '../../core/migration.ts'
import { safeText } from '../../core/safe-text.ts'
import { compareText } from '../../core/text.ts'
import type { PlannedFile, WritePlan } from '../../core/write-plan.ts'
import type { Known } from './chosen.ts'
import type { Deriving } from './derived-files.ts'
import type { HistoryOf } from './history-once.ts'
import { calling } from './own-migrations.ts'
import { planFault } from './plan-shape.ts'
import type { PlannedMigration, Planning } from './planning.ts'
import type { Refused } from './refused-together.ts'
import { candidates, readWanted } from './unread-files.ts'
import { type Vetting, vetSet } from './vet-set.ts'

/** What one migration is planned on: `snapshot` is as those before it leave it. */
export type OnePlanning = Planning & {
  /** By path: there is such a file before any migration. */
  readonly isThere: (path: string) => boolean
  readonly derive: Deriving
  readonly historyOf: HistoryOf
}

/** Plans one migration, and takes of its sets those that were asked for and can be made. */
export async function planOne(
  one: Known,
  planning: OnePlanning,
): Promise<{ readonly planned: PlannedMigration; readonly plan: WritePlan }> {
  const { input, unread } = await inputFor(one, planning)
  const { sets, forPerson } = ask(one, input)
  const asked = sets.filter((set) => set.some(({ path }) => planning.isWanted(path)))
  const { isThere, guard, load } = planning
  const vetted = vetSets(asked, {
    files: new Map(input.files.map((file) => [file.path, file])),
    present: planning.snapshot.files,
    derived: input.derived,
    mostBytes: load.settings.limits.fileBytes,
    guard: (path) => guard(path, isThere(path)),
  })
  const { plan, made, refused } = vetted
  const left = [...forPerson, ...unread].filter(({ path }) => planning.isWanted(path)).sort(byPlace)
  return { planned: { known: one, sets: made, refused, forPerson: left }, plan }
}

async function inputFor(
  one: Known,
  planning: OnePlanning,
): Promise<{ input: MigrationInput; unread: readonly ForPerson[] }> {
  const { snapshot, load, today, statusDefault, derive, historyOf } = planning
  const { settings } = load
  const { wants, needsDerived, choices: offered = {} } = one.migration
  const wanted = candidates(snapshot, load).filter(({ file }) =>
    calling(one, 'wants', () => wants(file, settings)),
  )
  const { files, unread } = await readWanted(snapshot, wanted, settings)
  const input = {
    files,
    // A copy: what a migration does to it must not reach the next one.
    present: new Map(snapshot.files),
    settings,
    history: await historyOf(
      one,
      files.map(({ path }) => path),
    ),
    derived: needsDerived ? (await derive(snapshot)).plan : new Map<string, PlannedFile>(),
    choices: new Set([...planning.choices].filter((choice) => Object.hasOwn(offered, choice))),
    statusDefault,
    today,
  }
  return { input, unread }
}

/** What a migration of ours gives has the right shape, or it is a bug. */
function ask(one: Known, input: MigrationInput): MigrationPlan {
  const { migration, file } = one
  const plan = calling(one, 'plan', () => migration.plan(input))
  const fault = planFault(plan)
  if (fault === null) return plan
  if (file === null) throw new Error(`${migration.id}: ${fault}`)
  throw new UserError(
    `${safeText(file)} failed: ${safeText(fault)}`,
    'The README says what the plan of a migration looks like.',
  )
}

type Vetted = {
  readonly plan: WritePlan
  readonly made: readonly ChangeSet[]
  readonly refused: readonly Refused[]
}

function vetSets(sets: readonly ChangeSet[], vetting: Vetting): Vetted {
  const plan = new Map<string, PlannedFile>()
  const made: ChangeSet[] = []
  const refused: Refused[] = []
  for (const set of sets) {
    const twice = set.find(({ path }) => plan.has(path))
    const files = twice ? [{ path: twice.path, reason: 'two sets change it' }] : vetSet(set, vetting)
    if ('length' in files) {
      refused.push(...files)
      continue
    }
    made.push(set)
    for (const [path, file] of files) plan.set(path, file)
  }
  return { plan, made, refused }
}

function byPlace(a: ForPerson, b: ForPerson): number {
  return compareText(a.path, b.path) || a.line - b.line
}
