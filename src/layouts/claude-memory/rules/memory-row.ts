import { folderOf } from '../../../core/path.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { type FileListing, holdsFile } from '../../../core/snapshot.ts'
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
      for (const { target, place } of indexOf(document)?.rows ?? []) {
        if (leadsSomewhere(target, path, files)) continue
        const meant = fileMeant(target, path, files)
        report(path, {
          place,
          message: `The row links to ${target}, which does not exist`,
          help:
            meant === null
              ? 'Remove the row, or write the file.'
              : `Link to \`${meant}\`, or remove the row.`,
        })
      }
    }
  },
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
