import type { FileHistory } from '../../core/migration.ts'
import type { Known } from './chosen.ts'
import { calling } from './own-migrations.ts'
import type { Planning } from './planning.ts'
import { candidates } from './unread-files.ts'

/** Gives the history of some paths, for a migration that asks for it. */
export type HistoryOf = (one: Known, paths: readonly string[]) => Promise<ReadonlyMap<string, FileHistory>>

/** Git is asked at the first need, for the files of every migration that needs to know. */
export function historyOnce(known: readonly Known[], planning: Planning): HistoryOf {
  let asked: Promise<ReadonlyMap<string, FileHistory>> | null = null
  return async (one, paths) => {
    if (!one.migration.needsHistory) return new Map()
    asked ??= planning.histories(wantedByAny(known, planning))
    const found = await asked
    return new Map(paths.map((path) => [path, found.get(path) ?? { added: null, bodyChanged: null }]))
  }
}

function wantedByAny(known: readonly Known[], { snapshot, load }: Planning): string[] {
  const asking = known.filter(({ migration }) => migration.needsHistory)
  return candidates(snapshot, load)
    .filter(({ file }) =>
      asking.some((one) => calling(one, 'wants', () => one.migration.wants(file, load.settings))),
    )
    .map(({ file }) => file.path)
}
