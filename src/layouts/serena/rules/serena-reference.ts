import type { MemoryRule } from '../../../core/rule.ts'
import { filesBelow, holdsFile } from '../../../core/snapshot.ts'
import { byNearness } from '../../../formats/names.ts'
import { memoriesOf, nameOf } from '../claim.ts'
import { referencesOf } from '../memory.ts'

/** Memories of all projects lie in the user's own folder. */
const ELSEWHERE = /^global\//

/** `NAME`, `OLD_NAME`, `topic/...`: how a reference is written, and none. */
const PATTERN = /^[A-Z_]+$|\.\.\.$/

/** A reference leads to a memory. */
export const serenaReference: MemoryRule = {
  id: 'serena-reference',
  summary: 'Every `mem:` reference names a memory that is there.',
  why: 'Agents find memories by following references from one to the next. A reference to a name that was changed by hand leads nowhere.',
  howToFix:
    'Write the name of the memory, with its folders and without `.md`: `mem:auth/login`. Serena changes references itself where a memory is renamed by its tool.',
  severity: 'warning',
  fixable: false,
  example: { bad: 'See `mem:logins`.\n', good: 'See `mem:auth/login`.\n' },
  kinds: ['serena-memory'],
  subject: 'memory',
  reach: 'document',
  check: ({ documents, files }, report) => {
    for (const document of documents) {
      const folder = memoriesOf(document.path)
      for (const { name: written, place } of referencesOf(document)) {
        const name = written.replace(/\.md$/, '').replace(/[./]+$/, '')
        if (files.has(`${folder}/${name}.md`) || holdsFile(files, `${folder}/${name}`)) continue
        if (ELSEWHERE.test(name) || PATTERN.test(written)) continue
        const names = filesBelow(files, folder).flatMap(({ path }) => nameOf(path) ?? [])
        const near = nearestName(name, names)
        report(document.path, {
          place,
          message: `The reference \`mem:${written}\` names no memory`,
          help: near
            ? `Write \`mem:${near}\`, if that is meant.`
            : 'Write the name of the memory, or take the reference out.',
        })
      }
    }
  },
}

/** The memory of the same last name in another folder, else the one that is spelt most alike; null where none is near. */
function nearestName(name: string, names: readonly string[]): string | null {
  const last = lastOf(name)
  const moved = names.filter((one) => lastOf(one) === last)
  if (moved.length > 0) return moved.length === 1 ? (moved[0] ?? null) : null
  const [best = ''] = byNearness(name, names)
  return best !== '' && isAlike(best, name) ? best : null
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1).toLowerCase()
}

/** They begin alike for more than half of their length. */
function isAlike(a: string, b: string): boolean {
  let shared = 0
  while (shared < a.length && a[shared] === b[shared]) shared++
  return shared * 2 > Math.max(a.length, b.length)
}
