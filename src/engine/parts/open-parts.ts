import { type ClaimedFile, claimFiles } from '../claims.ts'
import { focusOnFiles } from '../focus.ts'
import type { LoadOptions } from '../load-options.ts'
import { partName } from '../part-name.ts'
import type { Since } from '../since-last-time.ts'
import type { OneSide } from './outcome-by-parts.ts'
import type { PartSum } from './part-sum.ts'
import { type Part, partsOf } from './parts-of.ts'

/** What has to be looked at. */
export type OpenParts = {
  readonly claimed: readonly ClaimedFile[]
  /** Divides the claimed files, whatever is known of their contents by then. */
  readonly partsOf: (claimed: readonly ClaimedFile[]) => readonly Part[]
  /** The parts that are as they were. */
  readonly others: readonly PartSum[]
}

/** The parts of a memory; of one that is as it was but for some files' contents, the parts of these files. */
export function openParts({ after, since }: Pick<OneSide, 'after' | 'since'>, load: LoadOptions): OpenParts {
  return (
    (since && changedParts(after, since, load)) ?? {
      claimed: claimFiles(after, load),
      partsOf: (claimed) => partsOf(claimed, load),
      others: [],
    }
  )
}

/** Null where the parts are not those of the last time after all. */
function changedParts(
  after: OneSide['after'],
  { changed, parts }: Since,
  load: LoadOptions,
): OpenParts | null {
  const judged = new Set(parts.map(([name]) => name.slice(0, name.indexOf(' '))))
  // A layout that was turned on or off by a content has all its parts looked at.
  if (judged.size !== load.layouts.length || load.layouts.some(({ id }) => !judged.has(id))) return null
  const names = new Set(changed.flatMap((path) => namesOf(path, load)))
  const focus = focusOnFiles(changed, load)
  const claimed = claimFiles(after, { ...load, focus }).filter(({ layout, file }) =>
    names.has(partName(layout, file.path, load.settings)),
  )
  const divided = (files: readonly ClaimedFile[]): readonly Part[] =>
    partsOf(files, load).filter((part) => part.files.length > 0)
  const present = new Map(divided(claimed).map(({ name, files }) => [name, files.length]))
  const known = parts.filter(([name]) => present.has(name))
  const isSame = known.length === present.size && known.every(([name, count]) => present.get(name) === count)
  return isSame ? { claimed, partsOf: divided, others: parts.filter(([name]) => !present.has(name)) } : null
}

/** The parts that a path may be of, whoever keeps it. */
function namesOf(
  path: string,
  { layouts, settings }: Pick<LoadOptions, 'layouts' | 'settings'>,
): readonly string[] {
  return layouts
    .filter((layout) => layout.roots(settings).some((root) => path === root || path.startsWith(`${root}/`)))
    .map((layout) => partName(layout, path, settings))
}
