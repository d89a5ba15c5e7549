import { safeText, UserError } from '../../core/messages.ts'
import type {
  ChangeSet,
  FileHistory,
  ForPerson,
  MigrationInput,
  MigrationPlan,
  TextFile,
  UnreadFile,
} from '../../core/migration.ts'
import type { Settings } from '../../core/settings.ts'
import type { FileContent, FileMode, Snapshot } from '../../core/snapshot.ts'
import { compareText } from '../../core/text.ts'
import { overlay, type PlannedFile, type WritePlan } from '../../core/write-plan.ts'
import { decodeText, refusalOf } from '../../formats/decode-text.ts'
import type { OpenSnapshot } from '../../snapshot/project.ts'
import { loadSide } from '../check-memory.ts'
import { type Claiming, claimFiles } from '../claims.ts'
import type { MemoryContext } from '../context.ts'
import { planDerivedFiles, replacedUnread } from '../derived-files.ts'
import { type FactsStore, factsInMemory } from '../documents/facts.ts'
import { publishStep } from '../progress.ts'
import { callMigration, type Known } from './known-migrations.ts'
import {
  type PlannedMigration,
  type PlannedRun,
  type Planning,
  planFault,
  type Refused,
  type Vetting,
  vetSet,
} from './vet-plan.ts'

/** Plans migrations one after the other: each sees what those before it planned. Nothing is written. */
export async function planMigrations(known: readonly Known[], planning: Planning): Promise<PlannedRun> {
  const { snapshot, load, owed } = planning
  const derive = deriving(load)
  const isThere = (path: string): boolean => snapshot.files.has(path)
  const plan = new Map<string, PlannedFile>()
  const migrations: PlannedMigration[] = []
  for (const one of known) {
    publishStep('migrations planned', 1, known.length)
    const present = overlay(snapshot, plan)
    const made = await planOne(one, { ...planning, snapshot: present, isThere, derive })
    for (const [path, file] of made.plan) plan.set(path, file)
    migrations.push(made.planned)
  }
  if (plan.size + owed.size === 0) return { migrations, plan, rebuilt: new Map() }
  const stale = await staleAfter(plan, planning, derive)
  // What a migration writes in any case is written as it is in the end.
  for (const [path, file] of stale) if (plan.has(path)) plan.set(path, file)
  return { migrations, plan, rebuilt: new Map([...stale].filter(([path]) => !plan.has(path))) }
}

/**
 * The derived files that the migrations write or make stale, and those that are owed. Files that were stale before, and files
 * that cannot be read, are left out.
 */
async function staleAfter(
  plan: WritePlan,
  { snapshot, owed, guard }: Planning,
  derive: Deriving,
): Promise<WritePlan> {
  const before = await derive(snapshot)
  const after = await derive(overlay(snapshot, plan))
  const isOurs = (path: string): boolean => plan.has(path) || owed.has(path) || !before.plan.has(path)
  return new Map(
    [...after.plan].filter(
      ([path]) =>
        isOurs(path) && !after.unreadable.has(path) && guard(path, snapshot.files.has(path)) === null,
    ),
  )
}

/** What one migration is planned on: `snapshot` is as those before it leave it. */
type OnePlanning = Planning & {
  /** By path: there is such a file before any migration. */
  readonly isThere: (path: string) => boolean
  readonly derive: Deriving
}

/** Plans one migration, and takes of its sets those that were asked for and can be made. */
async function planOne(
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
  const { snapshot, load, statusDefault, derive } = planning
  const { settings, today } = load
  const { wants, needsDerived, choices: offered = {} } = one.migration
  const wanted = candidates(snapshot, load).filter(({ file }) =>
    callMigration(one, 'wants', () => wants(file, settings)),
  )
  const { files, unread } = await readWanted(snapshot, wanted, settings)
  const input = {
    files,
    // A copy: what a migration does to it must not reach the next one.
    present: new Map(snapshot.files),
    settings,
    history: await historiesFor(one, files, planning),
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
  const plan = callMigration(one, 'plan', () => migration.plan(input))
  const fault = planFault(plan)
  if (fault === null) return plan
  if (file === null) throw new Error(`${migration.id}: ${fault}`)
  throw new UserError(
    `${safeText(file)} failed: ${safeText(fault)}`,
    'docs/migrations.md of memkeep says what the plan of a migration looks like.',
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

/** What a rebuild of a snapshot would write. */
type Derived = {
  readonly plan: WritePlan
  /** Files among them that are there and cannot be read. */
  readonly unreadable: ReadonlySet<string>
}

/** Works out the derived files of snapshots, one after the other; what is the same in two of them is read once. */
type Deriving = (snapshot: OpenSnapshot) => Promise<Derived>

/** Documents are read without rules: a rebuild does not need findings. */
function deriving(load: MemoryContext): Deriving {
  const layouts = load.layouts.map((layout) => ({ ...layout, rules: [] }))
  const bare: MemoryContext = { ...load, layouts, rules: [], facts: layeredFacts(load.facts) }
  return async (snapshot) => {
    const { memories } = await loadSide(snapshot, bare)
    const plan = await planDerivedFiles({ snapshot, memories }, bare)
    return { plan, unreadable: replacedUnread(memories) }
  }
}

/** Facts that were found without rules are kept apart: they lack findings. */
function layeredFacts(known: FactsStore): FactsStore {
  const own = factsInMemory()
  return { get: (id, path) => own.get(id, path) ?? known.get(id, path), put: own.put }
}

/** The history of what a migration wants and, where it asks for those, of the files that this names. */
async function historiesFor(
  one: Known,
  files: readonly TextFile[],
  { snapshot, histories }: Planning,
): Promise<ReadonlyMap<string, FileHistory>> {
  const { needsHistory, alsoHistoryOf } = one.migration
  if (!needsHistory) return new Map()
  const named = callMigration(one, 'alsoHistoryOf', () =>
    files.flatMap((file) => alsoHistoryOf?.(file, snapshot.files) ?? []),
  )
  const paths = [...new Set([...files.map(({ path }) => path), ...named])]
  const found = await histories(paths)
  return new Map(paths.map((path) => [path, found.get(path) ?? { added: null, bodyChanged: null }]))
}

/** A file that a migration may ask for. */
type Candidate = { readonly file: UnreadFile; readonly mode: FileMode; readonly isLinkKind: boolean }

/** Every file of a snapshot with its layout and kind, in order of paths; without submodules. */
function candidates(snapshot: Snapshot, claiming: Claiming): readonly Candidate[] {
  const claimed = new Map(claimFiles(snapshot, claiming).map((one) => [one.file.path, one]))
  return [...snapshot.files.values()].flatMap(({ path, mode }) => {
    if (mode === 'submodule') return []
    const one = claimed.get(path)
    if (!one) return [{ file: { path, layout: '', kind: '', scope: '' }, mode, isLinkKind: false }]
    const { layout, claim } = one
    const isLinkKind = layout.kinds.find(({ id }) => id === claim.kind)?.format === 'link'
    return [{ file: { path, layout: layout.id, ...claim }, mode, isLinkKind }]
  })
}

/** Files with their texts, and those that could not be read. */
type ReadFiles = { readonly files: readonly TextFile[]; readonly unread: readonly ForPerson[] }

/**
 * Reads what a migration wants, whole and as it is. A symlink is given by its target where the kind consists of
 * symlinks; no other symlink is followed.
 */
async function readWanted(
  snapshot: Snapshot,
  wanted: readonly Candidate[],
  { limits }: Settings,
): Promise<ReadFiles> {
  const files: TextFile[] = []
  const unread: ForPerson[] = []
  const contents = await snapshot.read(wanted.map(({ file }) => file.path))
  for (const one of wanted) {
    const read = textOf(one, contents.get(one.file.path), limits.fileBytes)
    if (typeof read === 'string') files.push({ ...one.file, text: read })
    else unread.push({ path: one.file.path, ...read })
  }
  return { files, unread }
}

function textOf(
  { mode, isLinkKind }: Candidate,
  content: FileContent | undefined,
  mostBytes: number,
): string | { readonly line: number; readonly what: string } {
  if ((mode === 'link') !== isLinkKind) {
    const what = isLinkKind ? 'it is no symlink' : 'it is a symlink, which is not followed'
    return { line: 1, what: `left: ${what}` }
  }
  if (!content || 'failure' in content)
    return { line: 1, what: `left: ${content?.failure ?? 'it was not read'}` }
  if (content.bytes.length > mostBytes) {
    return { line: 1, what: `left: it is too large to be read (${content.bytes.length} bytes)` }
  }
  const decoded = decodeText(content.bytes)
  if (!('problem' in decoded)) return decoded.text
  const { refused, line } = refusalOf(decoded.problem)
  return { line, what: `left: ${refused}` }
}
