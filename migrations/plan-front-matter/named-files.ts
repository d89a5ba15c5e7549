import { holdsPath, meantPaths } from '../../src/core/cited-paths.ts'
import type { FileHistory } from '../../src/core/migration.ts'
import { type FileListing, pathsWithTail } from '../../src/core/snapshot.ts'
import { WHOLE_FILE } from '../../src/core/text.ts'
import { pathToken } from '../../src/formats/citations/path-token.ts'

/** A code span without blanks, and the target of a link. */
const NAMED = /`([^`\s]{3,300})`|\]\(([^()\s#]{3,300})/g

/** A file that a plan makes: ``Create: `src/a.ts` ``, `` `src/a.ts` (new)``. */
const MADE =
  /(?<![\p{L}\p{N}])(?:creates?|new files?|adds? (?:a |the )?(?:new )?file)[*_]{0,2}:?[*_]{0,2}\s+`([^`\s]{3,300})`|`([^`\s]{3,300})`\s*\((?:new|creates?|created)\b/giu

/** A plan and what is around it: all files, and the commits of the plan and of those that it names. */
type Around = {
  readonly path: string
  readonly text: string
  readonly files: FileListing
  readonly histories: ReadonlyMap<string, FileHistory>
}

/** What the files that a plan names say of its state: `3 of the 5 files that it names are there`. */
type FileEvidence = {
  readonly why: string
  /** They speak for a plan that was at least begun. */
  readonly isBegun: boolean
  /** None is missing. */
  readonly areAllThere: boolean
}

/** The paths of the files that are there and that a plan names. */
export function pathsNamed(path: string, text: string, files: FileListing): readonly string[] {
  return targetsIn(text, NAMED).flatMap((target) => {
    const cited = { kind: 'path', target, within: 'code', place: WHOLE_FILE } as const
    const near = meantPaths(cited, path).find((one) => files.has(one))
    const [only, ...more] = near === undefined ? pathsWithTail(files, target) : [near]
    return only !== undefined && more.length === 0 && only !== path && files.has(only) ? [only] : []
  })
}

/** How many of the files that a plan names are there, and how many were changed after the plan came. Null where it names none. */
export function namedFiles({ path, text, files, histories }: Around): FileEvidence | null {
  const { named, there } = countThere(path, targetsIn(text, NAMED), files)
  if (named === 0) return null
  const later = pathsNamed(path, text, files).filter((one) => isLater(histories, one, path)).length
  const areThere =
    named === 1
      ? `the file that it names is ${there === 1 ? '' : 'not '}there`
      : `${there === named ? 'all' : there} of the ${named} files that it names are there`
  return {
    why:
      later === 0
        ? areThere
        : `${areThere}, ${later === 1 && named === 1 ? '' : `${later} `}changed after it`,
    isBegun: later > 0,
    areAllThere: there === named,
  }
}

/** How many of the files that a plan makes are there. Null where it makes none. */
export function madeFiles({ path, text, files }: Around): FileEvidence | null {
  const { named, there } = countThere(path, targetsIn(text, MADE), files)
  if (named === 0) return null
  const why =
    named === 1
      ? `the file that it makes is ${there === 1 ? '' : 'not '}there`
      : `${there === named ? 'all' : there} ${there === named ? '' : 'of the '}${named} files that it makes are there`
  return { why, isBegun: there > 0, areAllThere: there === named }
}

/** True for a file that was changed by a commit after the one that brought the plan. */
function isLater(histories: ReadonlyMap<string, FileHistory>, file: string, plan: string): boolean {
  const { added } = histories.get(plan) ?? {}
  const { bodyChanged } = histories.get(file) ?? {}
  return !!added && !!bodyChanged && bodyChanged.commit !== added.commit && bodyChanged.date >= added.date
}

function targetsIn(text: string, pattern: RegExp): readonly string[] {
  return [
    ...new Set(
      [...text.matchAll(pattern)].flatMap(([, one, other]) => pathToken(one ?? other ?? '')?.target ?? []),
    ),
  ]
}

function countThere(
  path: string,
  named: readonly string[],
  files: FileListing,
): { readonly named: number; readonly there: number } {
  const there = named.filter((target) =>
    holdsPath({ kind: 'path', target, within: 'code', place: WHOLE_FILE }, path, files),
  )
  return { named: named.length, there: there.length }
}
