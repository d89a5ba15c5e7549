import { join, posix } from 'node:path'
import type { DatedText, DeadCite, Removal } from '../../core/citation.ts'
import { isUserError } from '../../core/messages.ts'
import { pathToken } from '../../formats/citations/path-token.ts'
import { isThere } from '../../fs/read-files.ts'
import { unkeptPaths } from '../../git/path-status.ts'
import { readRemovals, readRenames } from '../../git/removed-paths.ts'
import { openProject } from '../../snapshot/project.ts'

/** A path in inline code. */
const IN_CODE = /(?<!`)`([^`\s]{3,200})`(?!`)/g

/** A path that may lead out of the repository. */
const LEAVES = /(?:^|\/)\.\.(?:\/|$)/

/** So many paths of one answer are asked about. */
const MOST_PATHS = 60

/** Milliseconds that git may take for each of the two questions. */
const MOST = 1500

/**
 * Of each text, the files that it names in inline code, that a commit took away after its day, and that are not there now. It is said to
 * the reader of a dated record, and no rule finds it: the record was right on its day. Nothing without git, for a text without a day,
 * and where git takes too long or fails.
 */
export async function deadCites(
  texts: readonly DatedText[],
  cwd: string,
): Promise<readonly (readonly DeadCite[])[]> {
  const cited = texts.map(({ text, day }) => (day === undefined ? [] : pathsIn(text)))
  if (cited.every((paths) => paths.length === 0)) return texts.map(() => [])
  const { root, repository } = await openProject(cwd)
  if (!repository) return texts.map(() => [])
  const isHere = (path: string): boolean => isThere(join(root, path))
  const missing = cited.map((paths, i) =>
    paths.filter((path) => !isHere(path) && !isHere(posix.join(posix.dirname(texts[i]?.path ?? ''), path))),
  )
  const asked = [...new Set(missing.flat())].slice(0, MOST_PATHS)
  const removals = asked.length > 0 ? await removalsOf(root, asked) : []
  if (removals.length === 0) return texts.map(() => [])
  // The newest removal of a file comes first.
  const removed = new Map([...removals].reverse().map(({ path, by }) => [path, by]))
  // What git keeps no more may be there in every other clone.
  for (const path of await unkeptPaths(root, [...removed.keys()])) removed.delete(path)
  const commits = [...new Set([...removed.values()].map(({ oid }) => oid))]
  const renames = await readRenames(root, commits, { most: MOST })
  return missing.map((paths, i) =>
    paths.flatMap((cites): DeadCite[] => {
      const by = removed.get(cites)
      if (!by || by.date <= (texts[i]?.day ?? by.date)) return []
      const now = renames.get(by.oid)?.get(cites)
      return [{ cites, since: by.date, ...(now !== undefined && isHere(now) && { now }) }]
    }),
  )
}

/** An answer does without it where git fails. */
async function removalsOf(root: string, paths: readonly string[]): Promise<readonly Removal[]> {
  try {
    return (await readRemovals(root, 'HEAD', { most: MOST, paths })) ?? []
  } catch (error) {
    if (isUserError(error)) return []
    throw error
  }
}

function pathsIn(text: string): readonly string[] {
  const found = [...text.matchAll(IN_CODE)].flatMap(([, word = '']) => {
    const target = pathToken(word)?.target.replace(/^\.\//, '')
    return target === undefined || LEAVES.test(target) || target.endsWith('/') ? [] : [target]
  })
  return [...new Set(found)]
}
