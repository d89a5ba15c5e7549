import { holdsPath } from '../../src/core/cited-paths.ts'
import type { FileListing } from '../../src/core/snapshot.ts'
import { WHOLE_FILE } from '../../src/core/text.ts'
import { pathToken } from '../../src/formats/citations/path-token.ts'
import type { PlanDocument } from './plan-document.ts'

/** A code span without blanks, and the target of a link. */
const NAMED = /`([^`\s]{3,300})`|\]\(([^()\s#]{3,300})/g

/** A file that a plan makes: ``Create: `src/a.ts` ``, `` `src/a.ts` (new)``. */
const MADE =
  /(?<![\p{L}\p{N}])(?:creates?|new files?|adds? (?:a |the )?(?:new )?file)[*_]{0,2}:?[*_]{0,2}\s+`([^`\s]{3,300})`|`([^`\s]{3,300})`\s*\((?:new|creates?|created)\b/giu

/** How many of the files that a plan names are there: `3 of the 5 files that it names are there`. Null where it names none. */
export function namedFiles(document: PlanDocument, files: FileListing): string | null {
  const { named, there } = countThere(document, NAMED, files)
  if (named === 0) return null
  if (named === 1) return `the file that it names is ${there === 1 ? '' : 'not '}there`
  return `${there === named ? 'all' : there} of the ${named} files that it names are there`
}

/** Says that all files that a plan makes are there. Null where one is not, and where it makes none. */
export function madeFiles(document: PlanDocument, files: FileListing): string | null {
  const { named, there } = countThere(document, MADE, files)
  if (named === 0 || there < named) return null
  return named === 1 ? 'the file that it makes is there' : `all ${named} files that it makes are there`
}

function countThere(
  { path, text }: PlanDocument,
  pattern: RegExp,
  files: FileListing,
): { readonly named: number; readonly there: number } {
  const named = new Set(
    [...text.matchAll(pattern)].flatMap(([, one, other]) => pathToken(one ?? other ?? '')?.target ?? []),
  )
  const there = [...named].filter((target) =>
    holdsPath({ kind: 'path', target, within: 'code', place: WHOLE_FILE }, path, files),
  )
  return { named: named.size, there: there.length }
}
