import { quoteForShell } from '../../../core/messages.ts'
import type { DocumentRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { estimateTokens } from '../../../formats/tokens.ts'
import { settingOf } from '../claim.ts'
import { LOG_KINDS } from '../kinds.ts'
import { logOf } from '../read-log.ts'
import { MOST_ENTRIES } from '../settings.ts'

/** Fewer tokens than this cost a reader little, however many entries they are. */
const LITTLE = 8000

/** A log that is read whole stays short. */
export const logGrowth: DocumentRule = {
  id: 'log-growth',
  summary:
    'A log has no more entries than its `growth` in `logs`; without one, no more than 50 in 8,000 tokens or more.',
  why: 'Agents read a log whole. Past some fifty entries it costs more of their context than it gives.',
  howToFix:
    'Move the oldest entries to the archive next to the log: `memkeep archive FILE --keep 50`. `logs: [{ path, growth }]` in memkeep.yaml moves the limit.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: 'DECISIONS.md with 61 entries\n',
    good: 'DECISIONS.md with 50 entries\nDECISIONS-archive.md with 11 entries\n',
  },
  kinds: LOG_KINDS,
  subject: 'document',
  check: (source, report) => {
    const log = logOf(source)
    const count = log && log.doubt !== 'other' ? log.entries.length : 0
    const growth = settingOf(source.path, source.settings)?.growth
    const most = growth ?? MOST_ENTRIES
    if (count <= most) return
    const tokens = estimateTokens(source.text)
    if (growth === undefined && tokens < LITTLE) return
    report({
      place: WHOLE_FILE,
      message: `The log has ${count} entries and about ${tokens} tokens; the limit is ${most} entries`,
      help: `Move the oldest to its archive: \`memkeep archive ${quoteForShell(source.path)} --keep ${most}\`.`,
    })
  },
}
