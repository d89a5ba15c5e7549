import { isGuardFile } from '../../core/installed.ts'
import { BASELINE_FILE, LOOSENED_RULE } from '../../core/rule.ts'
import type { Settings } from '../../core/settings.ts'
import { textOfBytes } from '../../snapshot/project.ts'
import type { LoadedSide } from '../check-memory.ts'
import type { MemoryContext } from '../context.ts'
import { settingsFiles } from './load-settings.ts'

type Change = {
  readonly before: LoadedSide
  readonly after: LoadedSide
  /** Every path that the sides do not have alike. */
  readonly changed: readonly string[]
}

/**
 * True for a change of nothing but what judges and guards memory: settings, the baseline, hooks, workflows, rules of git, packages,
 * comments of memory files. What it loosens can hide nothing in it. What is derived is rebuilt with it, and judged by that.
 */
export async function isLooseningAlone(
  { before, after, changed }: Change,
  { layouts, allLayouts = layouts, settings }: MemoryContext,
): Promise<boolean> {
  const own = new Set([...settingsFiles(before.settings), ...settingsFiles(settings), BASELINE_FILE])
  const derived = new Set(
    allLayouts.flatMap(({ id, kinds }) =>
      kinds.flatMap((kind) => (kind.merge?.by === 'derived' ? [`${id} ${kind.id}`] : [])),
    ),
  )
  const isDerived = (path: string): boolean =>
    [before, after].some(({ documents }) =>
      documents.some((one) => one.path === path && derived.has(`${one.layout} ${one.kind}`)),
    )
  const rest = changed.filter((path) => !own.has(path) && !isGuardFile(path) && !isDerived(path))
  const [was, is] = [await before.snapshot.read(rest), await after.snapshot.read(rest)]
  return rest.every((path) => {
    const [old, now] = [was.get(path), is.get(path)]
    if (!old || !now || !('bytes' in old) || !('bytes' in now)) return false
    return withoutComments(textOfBytes(old.bytes)) === withoutComments(textOfBytes(now.bytes))
  })
}

/** Without blank lines, and without those that hold nothing but a comment. */
function withoutComments(text: string): string {
  return text
    .split(/\r?\n/)
    .filter((line) => !/^\s*(?:<!--(?:(?!-->).)*-->\s*)?$/.test(line))
    .join('\n')
}

/** The settings by which a loosening is judged: where nothing else is changed, `loosened: error` refuses nothing that is not an error anyway. */
export function judgingLoosening({ before }: Pick<Change, 'before'>, isAlone: boolean): Settings {
  const { settings } = before
  const { [LOOSENED_RULE]: set, ...rules } = settings.rules
  return isAlone && set === 'error' ? { ...settings, rules } : settings
}
