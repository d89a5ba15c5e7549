import type { FailOn } from '../core/report.ts'
import { type LoadedSide, loadSides } from '../engine/check-memory.ts'
import { type OpenFacts, type OpenMemory, openMemory } from '../engine/open-memory.ts'
import { hasSameSettings, hookPaths } from '../engine/settings/load-settings.ts'
import { layouts } from '../layouts/index.ts'
import { openCommit } from '../snapshot/open-snapshot.ts'
import { assertRepository, type OpenSnapshot, openProject, type Project } from '../snapshot/project.ts'
import { type CiBase, findBase } from './find-base.ts'
import { type CiEvent, type Environment, readEvent } from './github/runner.ts'

/** One run of `memkeep ci`. */
export type CiOptions = {
  readonly cwd: string
  /** The environment, which names the event. */
  readonly env: Environment
  readonly failOn: FailOn
  /** A revision to compare with; overrides the event. */
  readonly base?: string | undefined
  readonly config?: string | undefined
  readonly cache: boolean
  /** `YYYY-MM-DD` */
  readonly today: string
  /** Rules that the environment turns off. */
  readonly skip: readonly string[]
  /** A directory with the files that shards of the check wrote. */
  readonly shards?: string | undefined
}

/** A run after its commits are found and read. */
export type OpenedCi = {
  /** The event's name. */
  readonly event: string
  readonly project: Project & { readonly repository: NonNullable<Project['repository']> }
  readonly found: CiBase
  readonly after: LoadedSide
  readonly before: LoadedSide | null
  readonly memory: OpenMemory
  /** Opens the memory of another snapshot: its settings may differ from the head's. */
  readonly memoryOf: (snapshot: OpenSnapshot) => Promise<OpenMemory>
  /** The paths of the memory. */
  readonly paths: readonly string[]
  readonly today: string
}

/** Where the base is given, the event is not needed. */
const UNREAD = { kind: 'other', sha: null } as const

/**
 * Finds the commit to check and the one to compare it with, and runs the document stage for both. Throws `UserError`
 * where there is no repository, and for all that `findBase` and the settings throw it for.
 */
export async function openCi(options: CiOptions): Promise<OpenedCi> {
  const { cwd, env, today } = options
  const opened = await openProject(cwd)
  const project = { ...opened, repository: assertRepository(opened, 'ci') }
  const event: CiEvent =
    options.base === undefined ? readEvent(env) : { ...UNREAD, name: env.GITHUB_EVENT_NAME ?? '' }
  const found = await findBase(project.repository, { event, base: options.base })
  const [head, base] = await Promise.all([
    openCommit(project.root, found.head),
    found.base && openCommit(project.root, found.base.oid),
  ])
  // A push was accepted already, and may hold the change that allowed what its later commits do.
  const isLetIn = event.kind !== 'pull-request' && event.kind !== 'merge-group' && options.base === undefined
  const request = { ...options, project, isLetIn, proves: 'history' } as const
  const sides = { after: head, before: base }
  const memory = await openMemory({ ...request, sides, openFacts: factsOf(options) })
  return {
    event: event.name,
    project,
    found,
    ...(await loadSides(memory)),
    memory,
    // Shards were made with the settings of the head.
    memoryOf: async (snapshot) =>
      hasSameSettings(snapshot, head, memory.settings)
        ? memory
        : openMemory({ ...request, sides: { after: snapshot, before: head } }),
    paths: hookPaths(layouts, memory.settings),
    today,
  }
}

/** Each job of a matrix has parsed a share of the documents. */
function factsOf({ shards }: CiOptions): OpenFacts | undefined {
  if (shards === undefined) return undefined
  return async (basis) => {
    const { openShardFacts } = await import('./shards/shard-facts.ts')
    return openShardFacts(shards, basis, { mayLack: true })
  }
}
