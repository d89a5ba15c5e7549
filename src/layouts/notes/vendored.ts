import type { Memory } from '../../core/document.ts'
import { filesBelow } from '../../core/snapshot.ts'
import { oncePer } from '../../core/text.ts'
import { skillOf } from './claim.ts'
import { lockedIn } from './read-note.ts'

/** What tools and publishers put into the folder of a skill, and people who write one for their project do not. */
const PUBLISHED = /^(?:_meta\.json|\.clawhub\/.*|licen[cs]e(?:\.(?:md|txt))?)$/i

/** Folders of skills that other people wrote, each with a slash at the end. */
export const vendoredSkills = oncePer(({ documents, files }: Memory): readonly string[] => {
  const locked = new Set(documents.flatMap((one) => lockedIn(one)))
  return documents
    .flatMap(({ path }) => skillOf(path) ?? [])
    .filter((folder) => {
      if (locked.has(folder.slice(0, -1).split('/').at(-1) ?? '')) return true
      return filesBelow(files, folder.slice(0, -1)).some(({ path }) =>
        PUBLISHED.test(path.slice(folder.length)),
      )
    })
})

/** Their files. */
export function vendoredPaths(memory: Memory): readonly string[] {
  const folders = vendoredSkills(memory)
  return memory.documents.flatMap(({ path }) =>
    folders.some((folder) => path.startsWith(folder)) ? [path] : [],
  )
}
