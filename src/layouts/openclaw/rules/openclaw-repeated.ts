import type { MemoryRule } from '../../../core/rule.ts'
import { foundRepetition } from '../../../formats/statements/repetitions.ts'
import { repetitionsIn } from '../sayings.ts'

/** Nothing is loaded twice at the start of a session. */
export const openclawRepeated: MemoryRule = {
  id: 'openclaw-repeated',
  summary: 'The files of an OpenClaw workspace that load have each statement once.',
  why: 'All of them load into each session: what two of them say costs its tokens twice, and one of both is forgotten at the next change.',
  howToFix:
    'Take the statement out of the file that needs it less. Statements count as in `statement-repeated`: in the same words or in most of them, with the same code and numbers.',
  severity: 'info',
  fixable: false,
  example: {
    bad: 'AGENTS.md and USER.md: Ask before you push anything to a shared branch.\n',
    good: 'USER.md: Ask before you push anything to a shared branch.\n',
  },
  subject: 'memory',
  check: (memory, report) => {
    for (const one of repetitionsIn(memory))
      report(one.path, foundRepetition(one, 'which loads with this one'))
  },
}
