import { type LoadedSide, loadBefore, loadSide } from '../engine/check-snapshot.ts'
import { hookPaths } from '../engine/hook-paths.ts'
import { withLayoutsOn } from '../engine/layouts-on.ts'
import type { LoadOptions } from '../engine/load-options.ts'
import { SETTINGS_FILE } from '../engine/load-settings.ts'
import { type KeptLoad, openLoad } from '../engine/open-load.ts'
import { layouts } from '../layouts/index.ts'
import { openCommit } from '../snapshot/open-snapshot.ts'
import { needRepository, openProject, type Project } from '../snapshot/project.ts'
import type { OpenSnapshot } from '../snapshot/real-snapshot.ts'
import type { CiOptions } from './ci-request.ts'
import { type CiBase, findBase } from './find-base.ts'
import { type CiEvent, readEvent } from './read-event.ts'

/** A run whose commits are known and read. */
export type OpenedCi = {
  /** The event's name. */
  readonly event: string
  readonly project: Project & { readonly repository: NonNullable<Project['repository']> }
  readonly found: CiBase
  readonly after: LoadedSide
  readonly before: LoadedSide | null
  readonly load: KeptLoad
  /** What another snapshot is read with: its settings may be others than the head's. */
  readonly loadFor: (snapshot: OpenSnapshot) => Promise<LoadOptions>
  /** The paths of the memory. */
  readonly paths: readonly string[]
  readonly today: string
}

/** Where the base is given, nobody has to know what the event says. */
const UNREAD = { kind: 'other', sha: null } as const

/**
 * Finds the commit to check and the one to compare it with, and takes both through the document stage. Throws `UserError`
 * where there is no repository, and for everything that `findBase` and the settings throw it for.
 */
export async function openCi(options: CiOptions): Promise<OpenedCi> {
  const { cwd, env, today } = options
  const opened = await openProject(cwd)
  const project = { ...opened, repository: needRepository(opened, 'ci') }
  const event: CiEvent =
    options.base === undefined ? readEvent(env) : { ...UNREAD, name: env.GITHUB_EVENT_NAME ?? '' }
  const found = await findBase(project.repository, { event, base: options.base })
  const [head, base] = await Promise.all([
    openCommit(project.root, found.head),
    found.base && openCommit(project.root, found.base.oid),
  ])
  // A push has been let in already, and may hold the change that allowed what its later commits do.
  const isLetIn = event.kind !== 'pull-request' && event.kind !== 'merge-group' && options.base === undefined
  const loadFor = async (snapshot: OpenSnapshot, shards = options.shards): Promise<KeptLoad> => {
    const request = { ...options, snapshot, shards, shardsMayLack: true, keepsFacts: false }
    return { ...(await openLoad(project, request)), isLetIn }
  }
  const load = await withLayoutsOn(await loadFor(head), { after: head, before: base, merge: null })
  return {
    event: event.name,
    project,
    found,
    after: await loadSide(head, today, load),
    before: base && (await loadBefore(base, { today }, load)),
    load,
    // Shards were made with the settings of the head.
    loadFor: async (snapshot) => {
      if (hasSameSettings(snapshot, head)) return load
      return withLayoutsOn(await loadFor(snapshot, undefined), { after: snapshot, before: head, merge: null })
    },
    paths: hookPaths(layouts, load.settings),
    today,
  }
}

function hasSameSettings(a: OpenSnapshot, b: OpenSnapshot): boolean {
  return a.files.get(SETTINGS_FILE)?.id === b.files.get(SETTINGS_FILE)?.id
}
