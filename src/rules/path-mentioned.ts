import type { Document } from '../core/document.ts'
import { pathsUpward, resolveTarget } from '../core/path.ts'
import type { MemoryRule } from '../core/rule.ts'
import { type FileListing, fileNamed, nameInLowerCase } from '../core/snapshot.ts'

/** Names that many folders have: another folder's file of that name is hardly the one that was meant. */
const COMMON_NAME =
  /^(?:index|main|readme|config|mod|types|utils?|lib|test|package|skill|tasks?|settings|app|page|layout|route|styles?)\./

/** Files that text for a model mentions are there. */
export const pathMentioned: MemoryRule = {
  id: 'path-mentioned',
  summary: 'Files that text for a model mentions in backticks are where it says.',
  why: 'Agents open the files that their instructions name. After a move they look for what is not there, and guess.',
  howToFix: 'Write where the file is now. A file that is only an example can be written without its folders.',
  severity: 'info',
  fixable: false,
  example: { bad: 'Routes are in `src/api/route.ts`.\n', good: 'Routes are in `src/api/routes.ts`.\n' },
  subject: 'memory',
  reach: 'document',
  check: ({ documents, files }, report) => {
    for (const document of documents) {
      const moved = (document.mentions ?? []).flatMap(({ target, place }) => {
        const now = movedTo(target, document, files)
        return now === null ? [] : [{ target, place, now }]
      })
      const [first] = moved
      if (!first) continue
      const others = moved.length - 1
      const more = others > 0 ? `, and ${others} more such ${others === 1 ? 'path' : 'paths'}` : ''
      report(document.path, {
        place: first.place,
        message: `The text mentions ${first.target}, which is no file of the repository${more}`,
        help: `Write where the file is: \`${first.now}\` has that name.`,
      })
    }
  },
}

/**
 * Where the file of that name is, when none is where the text says; else null. A path counts from the file's folder, from one
 * above it, or from any folder that the text is about. Where no file has the name, it may be an example, or made by a build.
 */
function movedTo(target: string, { path }: Document, files: FileListing): string | null {
  const name = nameInLowerCase(target)
  const now = fileNamed(files, name)
  if (now === null || COMMON_NAME.test(name)) return null
  const paths = pathsUpward(path).flatMap((start) => resolveTarget(start, target) ?? [])
  if (paths.some((one) => files.has(one))) return null
  const suffix = target.replace(/^(?:\.{1,2}\/)+/, '')
  return `/${now}`.endsWith(`/${suffix}`) ? null : now
}
