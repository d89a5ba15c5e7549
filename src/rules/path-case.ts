import { foldedPath } from '../core/path.ts'
import type { MemoryRule } from '../core/rule.ts'
import { once, WHOLE_FILE } from '../core/text.ts'

/** Windows and macOS can check out every file. */
export const pathCase: MemoryRule = {
  id: 'path-case',
  summary: 'No two files have paths that are one where case and the form of accents do not count.',
  why: 'On Windows and macOS `notes/Plan.md` and `notes/plan.md` are one file, and so is `é` as one character and as two. Git checks out one text under both names, shows the other as changed, and the next commit from there writes one text over the other.',
  howToFix: 'Put both texts into one file, or rename one with git, on a machine where case counts.',
  severity: 'warning',
  fixable: false,
  example: { bad: 'notes/Plan.md\nnotes/plan.md\n', good: 'notes/plan.md\nnotes/plan-of-may.md\n' },
  subject: 'memory',
  check: ({ documents }, report) => {
    const seen = new Map<string, string>()
    for (const { path } of documents) {
      const folded = foldedPath(path)
      const other = seen.get(folded)
      seen.set(folded, path)
      if (other === undefined) continue
      report(path, {
        place: WHOLE_FILE,
        message: `Windows and macOS take this file and ${other} for one${otherForm(path, other)}`,
        help: 'Put both texts into one file, or rename one with git.',
      })
    }
  },
}

/** A letter with the marks on it, also a Korean syllable in parts. */
const CHARACTERS = once(() => /\P{M}[\p{M}\u1160-\u11ff]*/gu)

/** The first character that looks the same in two paths and is not, by its code points; empty where none is. */
function otherForm(path: string, other: string): string {
  const [here, there] = [path, other].map((text) => text.match(CHARACTERS()) ?? [])
  for (const [i, segment] of (here ?? []).entries()) {
    const one = there?.[i] ?? ''
    if (segment !== one && segment.normalize('NFC') === one.normalize('NFC')) {
      return `: ${segment} is ${codePoints(segment)} here, and ${codePoints(one)} there`
    }
  }
  return ''
}

function codePoints(text: string): string {
  const hex = (char: string): string => (char.codePointAt(0) ?? 0).toString(16).toUpperCase()
  return [...text].map((char) => `U+${hex(char).padStart(4, '0')}`).join(' ')
}
