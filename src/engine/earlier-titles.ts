import { type EditedItem, linesFrom } from '../core/changes/rewritten-items.ts'
import type { Item } from '../core/document.ts'
import { readFileHistoryTo } from '../git/file-history.ts'
import { readBlobs } from '../git/read-blobs.ts'
import type { GitOptions } from '../git/run-git.ts'
import { textOfBytes } from '../snapshot/project.ts'

type Earlier = { readonly title: string; readonly commit: string }

type Where = { readonly top: string; readonly git: GitOptions; readonly tip: string }

/** So many commits of a file are looked at. */
const MOST_COMMITS = 50

/** Milliseconds that git may take to list them. */
const MOST = 2000

/** A shorter line may be in any text. */
const FEW_CHARACTERS = 24

/**
 * For items whose text goes: the title above the same text in one of the last commits of its file, and the commit that gave it the
 * present one. Absent where it has had this title all along, and where git does not say.
 */
export async function earlierTitles(
  replaced: readonly EditedItem[],
  texts: ReadonlyMap<string, string>,
  { top, git, tip }: Where,
): Promise<ReadonlyMap<Item, Earlier>> {
  const open = replaced.flatMap(({ before }) => {
    const lines = linesFrom(before, texts.get(before.document.path) ?? '').split('\n')
    const longest = lines.slice(1).reduce((best, line) => (line.length > best.length ? line : best), '')
    const [first = ''] = lines
    return longest.trim().length < FEW_CHARACTERS || !first.includes(before.item.title)
      ? []
      : [{ at: before, longest, below: lines.indexOf(longest) }]
  })
  const found = new Map<Item, Earlier>()
  const paths = [...new Set(open.map(({ at }) => at.document.path))]
  const logs = await readFileHistoryTo(top, paths, { ...git, tip, most: MOST })
  for (const path of paths) {
    const changes = (logs?.get(path)?.changes ?? []).slice(0, MOST_COMMITS)
    const ids = [...new Set(changes.flatMap(({ before }) => before ?? []))]
    const blobs = await readBlobs(top, ids, git)
    for (const { before, commit } of changes) {
      const blob = before === null ? undefined : blobs.get(before)
      if (!blob || !('bytes' in blob)) continue
      const lines = textOfBytes(blob.bytes).split('\n')
      for (const { at, longest, below } of open) {
        if (at.document.path !== path || found.has(at.item)) continue
        const line = lines[lines.indexOf(longest) - below]
        if (line === undefined || line.includes(at.item.title) || !lines.includes(longest)) continue
        found.set(at.item, { title: titleIn(line), commit })
      }
    }
  }
  return found
}

/** A line without the marks of a heading or list, and without a date before its title. */
function titleIn(line: string): string {
  return line
    .replace(/^[\s#>*+-]+/, '')
    .replaceAll('**', '')
    .replace(/^\[[^\]]{4,40}\]\s*/, '')
    .trim()
    .slice(0, 120)
}
