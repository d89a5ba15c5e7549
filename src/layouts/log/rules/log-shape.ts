import type { DocumentRule, Found } from '../../../core/rule.ts'
import type { Source } from '../../../core/source.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { shapeInWords } from '../../../formats/logs/describe-shape.ts'
import { settingOf } from '../claim.ts'
import { formAdvice } from '../form-advice.ts'
import { LOG_KINDS } from '../kinds.ts'
import { logOf, type ReadLog } from '../read-log.ts'

/** Less text than this is a title and an introduction. */
const LITTLE = 400

/** A log shows how its entries start. */
export const logShape: DocumentRule = {
  id: 'log-shape',
  summary: 'A file with the name of a log has entries of one form, and it is certain which.',
  why: 'What is not read as an entry is not guarded: its loss is noticed by no check, and two sides of a merge are joined as text.',
  howToFix:
    '`memkeep files --explain FILE` shows how a log is read and what else its entries could be. Give the form in `memkeep.yaml`: `logs: [{ path: docs/decisions.md, entries: "## {title}" }]`; or `ignore: true` if the file is no log.',
  severity: 'info',
  severities: ['warning', 'info'],
  ofSettings: true,
  fixable: false,
  example: {
    bad: '# Decisions\n\nWe talked about queues …\n',
    good: '# Decisions\n\n## 2026-02-08: A queue in Postgres\n',
  },
  kinds: LOG_KINDS,
  subject: 'document',
  check: (source, report) => {
    const { path, text, markdown, settings } = source
    if (!markdown) return
    const log = logOf(source)
    if (log && log.entries.length > 0) {
      if (log.doubt === 'other') report(uncertain(source, log))
      return
    }
    const given = settingOf(path, settings)?.entries
    if (given === undefined && text.length < LITTLE) return
    report({
      place: WHOLE_FILE,
      // Who gave the form believes that it guards something.
      ...(given !== undefined && /^(?!# ).*\S/m.test(text) && { severity: 'warning' }),
      message:
        given === undefined
          ? 'No form of entry repeats in this file: nothing of it is read as an entry'
          : `No line has the form ${JSON.stringify(given)}: nothing of this file is read as an entry`,
      help: `Give the form in memkeep.yaml, where it has entries: ${formAdvice(source)}`,
    })
  },
}

function uncertain(source: Source, { shape, entries, measured, other }: ReadLog): Found {
  const part = Math.round((measured?.explained ?? 0) * 100)
  const rival = other ? `; or ${other.starts.length} by ${shapeInWords(other.shape)}` : ''
  return {
    place: WHOLE_FILE,
    message: `It is uncertain what the entries of this log are: ${entries.length} by ${shapeInWords(shape)}, which explain ${part} % of it${rival}`,
    help: `Until memkeep.yaml names the form, no loss in this file is refused: ${formAdvice(source)}`,
  }
}
