import { firstNames } from '../../../core/messages.ts'
import { folderOf } from '../../../core/path.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { type FileListing, holdsFile } from '../../../core/snapshot.ts'
import type { Place } from '../../../core/text.ts'
import { nearest } from '../../../formats/names.ts'
import { isTopicName, nameOf } from '../claim.ts'
import { decoded, indexOf, topicsNextTo } from '../memory.ts'

/** A row of the index leads to a file. */
export const memoryRow: MemoryRule = {
  id: 'memory-row',
  summary: 'Every row of the index MEMORY.md links to a file that is there.',
  why: 'The index is all that an agent knows of its topic files. Behind a dead row it finds nothing, and does not look for the file that was renamed.',
  howToFix: 'Point the row at the file that it means, or remove the row.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: '- [Deploys](deploys.md): go through the queue\n',
    good: '- [Deploys](project_deploys.md): go through the queue\n',
  },
  kinds: ['claude-index'],
  subject: 'memory',
  reach: 'document',
  check: ({ documents, files }, report) => {
    for (const document of documents) {
      const { path } = document
      const dead = (indexOf(document)?.rows ?? []).filter(
        ({ target }) => !leadsSomewhere(target, path, files),
      )
      for (const [first, ...more] of byCause(dead, path, files).values()) {
        if (!first) continue
        const { target, place } = first
        const slashed = target.replaceAll('\\', '/')
        const isOfWindows = slashed !== target && leadsSomewhere(slashed, path, files)
        const meant = more.length > 0 ? null : isOfWindows ? slashed : fileMeant(target, path, files)
        const where = folderOf(target) === '' ? '' : ` in ${folderOf(target)}`
        const rows = more.length + 1
        report(path, {
          place,
          message:
            more.length === 0
              ? `The row links to ${target}, which ${isOfWindows ? 'only Windows finds' : 'does not exist'}`
              : `${rows} rows link to files${where} that do not exist: ${named([first, ...more])}`,
          help:
            meant === null
              ? `Remove the ${more.length === 0 ? 'row, or write the file' : 'rows, or write the files'}.`
              : `Link to \`${meant}\`, or remove the row.`,
        })
      }
    }
  },
}

type Row = { readonly target: string; readonly place: Place }

/** A folder that is gone is one cause, and so are files that were never added; a name that was misspelt is one by itself. */
function byCause(
  rows: readonly Row[],
  from: string,
  files: FileListing,
): ReadonlyMap<string, readonly Row[]> {
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const folder = folderOf(row.target)
    const isMisspelt = folder === '' && fileMeant(row.target.replaceAll('\\', '/'), from, files) !== null
    const cause = isMisspelt || row.target.includes('\\') ? row.target : folder
    found.set(cause, [...(found.get(cause) ?? []), row])
  }
  return found
}

/** At most this many are named. */
const NAMED = 3

function named(rows: readonly Row[]): string {
  const names = [...new Set(rows.map(({ target }) => nameOf(target)))]
  return firstNames(names, NAMED)
}

/** True where the target is there, from the folder of the index or from the top of the repository. */
function leadsSomewhere(target: string, from: string, files: FileListing): boolean {
  const written = target.split(/[?#]/, 1)[0] ?? ''
  const starts = written.startsWith('/') ? [''] : [folderOf(from), '']
  return starts.some((start) =>
    [written, decoded(written)].some((path) => {
      const found = joined(start, path)
      return found === null || files.has(found) || holdsFile(files, found)
    }),
  )
}

/** Null for a path outside the repository: nothing is known of that. */
function joined(start: string, path: string): string | null {
  const segments = start === '' ? [] : start.split('/')
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) return null
  }
  return segments.join('/')
}

function fileMeant(target: string, from: string, files: FileListing): string | null {
  const name = nameOf(decoded(target.split(/[?#]/, 1)[0] ?? ''))
  const names = topicsNextTo(from, files).map(nameOf).filter(isTopicName)
  return nearest(name, names) ?? null
}
