import type { MemoryRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { bankSizes, limitsOf } from '../bank.ts'

/** What is read at every start stays small, where people say how small. */
export const bankSize: MemoryRule = {
  id: 'bank-size',
  summary: 'A memory bank is no larger than the settings allow.',
  why: 'An agent reads all of it before it does anything. What is too much costs tokens in every task and hides what counts.',
  howToFix:
    'Shorten the largest file, or move what is needed rarely into a folder below `memory-bank/`. `memory-bank: { lines: 400, tokens: 6000 }` in `memkeep.yaml` sets the limits; without them nothing is reported.',
  severity: 'info',
  fixable: false,
  example: {
    bad: '# memkeep.yaml\nmemory-bank: { lines: 400 }\n# the files of memory-bank/ have 640 lines together\n',
    good: '# memkeep.yaml\nmemory-bank: { lines: 400 }\n# the files of memory-bank/ have 380 lines together\n',
  },
  kinds: ['bank-core', 'bank-file'],
  subject: 'memory',
  check: ({ documents, settings }, report) => {
    const most = limitsOf(settings)
    for (const { folder, files, lines, tokens } of bankSizes(documents)) {
      const over = [
        ...(most.lines !== null && lines > most.lines ? [`${lines} lines (at most ${most.lines})`] : []),
        ...(most.tokens !== null && tokens > most.tokens
          ? [`about ${tokens} tokens (at most ${most.tokens})`]
          : []),
      ]
      const [largest] = [...files].sort((a, b) => b.tokens - a.tokens)
      if (over.length === 0 || !largest) continue
      report(largest.path, {
        place: WHOLE_FILE,
        message: `The memory bank has ${over.join(' and ')}; this file is its largest, with ${largest.lines} lines and about ${largest.tokens} tokens`,
        help: `Shorten it, or move what is needed rarely into a folder below \`${folder}\`.`,
      })
    }
  },
}
