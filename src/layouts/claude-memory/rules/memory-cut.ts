import type { MemoryRule } from '../../../core/rule.ts'
import { lineAsPlace } from '../../../core/text.ts'
import { describeLost } from '../../../formats/loading.ts'
import { cutOf } from '../loading.ts'
import { indexOf, isOfOtherAgent } from '../memory.ts'

/** All of an index is loaded. */
export const memoryCut: MemoryRule = {
  id: 'memory-cut',
  summary: 'MEMORY.md is short enough to load whole: 200 lines, and 25 KB.',
  why: 'Claude Code loads the first 200 lines or 25 KB of MEMORY.md, whichever comes first. What comes after that is not in the session, and new rows are mostly written at the end.',
  howToFix:
    'Shorten rows to one line, remove what is out of date, or move text into a topic file and keep a row for it.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: 'MEMORY.md of 240 lines\n',
    good: 'MEMORY.md of 60 lines, and topic files\n',
  },
  kinds: ['claude-index'],
  subject: 'memory',
  reach: 'document',
  check: ({ documents, files }, report) => {
    for (const document of documents) {
      const facts = indexOf(document)
      if (!facts?.isIndex || isOfOtherAgent(document.path, files)) continue
      const { limit, lost } = cutOf(facts)
      if (!lost) continue
      const size = facts.loaded.size[limit.unit]
      report(document.path, {
        place: lineAsPlace(lost.line),
        message: `Claude Code loads ${limit.most} of ${size} ${limit.unit} of this file; lost: ${describeLost(lost)}`,
        help: 'Move text into topic files, or remove rows that are out of date: the beginning alone is loaded.',
      })
    }
  },
}
