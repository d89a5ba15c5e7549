import type { Document } from '../core/document.ts'
import { foldedPath } from '../core/path.ts'
import type { MemoryRule } from '../core/rule.ts'
import { WHOLE_FILE } from '../core/text.ts'
import { isNearName, type NearName, splitName } from '../formats/names.ts'

type Named = { readonly path: string; readonly name: string; readonly near: NearName }

/** One thing has one name. */
export const nearName: MemoryRule = {
  id: 'near-name',
  summary: 'No two free texts of a folder have nearly the same name.',
  why: 'An agent finds notes by their names. Of `code_style.md` and `code-styles-v2.md` it reads one, updates the other, and both are out of date in part.',
  howToFix: 'Put both texts into one file, or give them names that say what differs.',
  severity: 'info',
  fixable: false,
  example: { bad: 'notes/code_style.md\nnotes/code-styles-v2.md\n', good: 'notes/code_style.md\n' },
  subject: 'memory',
  check: ({ documents }, report) => {
    for (const names of byStem(documents).values()) {
      if (isSeries(names)) continue
      for (const [i, one] of names.entries()) {
        const other = names.slice(0, i).find(({ near }) => isNearName(near, one.near))
        // The rule `path-case` speaks of one path.
        if (!other || foldedPath(other.path) === foldedPath(one.path)) continue
        report(one.path, {
          place: WHOLE_FILE,
          message: `The name is nearly that of ${other.name}`,
          help: 'Put both texts into one file, or give them names that say what differs.',
        })
      }
    }
  },
}

/** Files of a folder that are about the same, in order of paths. */
function byStem(documents: readonly Document[]): Map<string, Named[]> {
  const found = new Map<string, Named[]>()
  for (const { path, freeText } of documents) {
    if (!freeText) continue
    const start = path.lastIndexOf('/') + 1
    const name = path.slice(start)
    // Such a name is given by a tool.
    if (name.startsWith('.')) continue
    const near = splitName(name)
    const key = `${path.slice(0, start)} ${near.stem}`
    found.set(key, [...(found.get(key) ?? []), { path, name, near }])
  }
  return found
}

/** `session`, `session-1`, `session-2`: parts of one thing. */
function isSeries(names: readonly Named[]): boolean {
  return names.filter(({ near }) => /^\d+$/.test(near.version)).length > 1
}
