import type { MemoryRule } from '../../../core/rule.ts'
import { conflictsIn } from '../../../formats/statements/conflicts.ts'
import { driftsIn } from '../../../formats/statements/drifts.ts'
import { saidByOthers, sayingsOf } from '../sayings.ts'

/** What an agent loads at its start does not contradict itself. */
export const openclawConflict: MemoryRule = {
  id: 'openclaw-conflict',
  summary:
    'The files of an OpenClaw workspace that load do not contradict each other, the configuration, or their copies for other agents.',
  why: 'All of them load into each session: of two rules that contradict each other the agent follows one today and the other tomorrow.',
  howToFix:
    'Decide which of the two lines holds, and take the other out or correct it. The classes are those of `statement-conflict` and `statement-drifted`: files that load together are compared with each other, and copies in CLAUDE.md, GEMINI.md, QWEN.md, .cursorrules and .github/copilot-instructions.md line by line.',
  severity: 'warning',
  severities: ['warning', 'info'],
  fixable: false,
  example: {
    bad: 'AGENTS.md: Never push to main.   USER.md: Always push to main.\n',
    good: 'AGENTS.md: Never push to main.\n',
  },
  subject: 'memory',
  check: (memory, report) => {
    for (const [group, files] of sayingsOf(memory)) {
      const all = files.map((one) => ({ ...one, group, agent: '', holds: 'everywhere' as const }))
      for (const { path, found } of conflictsIn(all, memory.configs)) report(path, found)
      const others = saidByOthers(memory, group)
      const pairs = files.flatMap((file) => others.map((other) => [file, other] as const))
      for (const { path, found } of driftsIn(pairs)) report(path, { ...found, severity: 'info' })
    }
  },
}
