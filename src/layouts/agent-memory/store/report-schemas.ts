import { closedObject, type JsonObject } from '../../../core/json.ts'
import { choice, flag, integer } from './schemas.ts'

const ids = (description: string): JsonObject => ({ type: 'array', items: { type: 'string' }, description })

const list = (description: string, items: JsonObject): JsonObject => ({ type: 'array', items, description })

/** What every answer of a compaction has. */
export const COMPACTION_REQUIRED = [
  'saved',
  'mode',
  'scope',
  'records',
  'malformed',
  'same',
  'near',
  'moved',
  'failed',
  'report',
]

/** The report of a compaction, as its file and its answer have it. */
export const COMPACTION: JsonObject = {
  saved: flag('Records were archived.'),
  schemaVersion: integer('The version of the report.'),
  mode: choice('Only reported, or done.', ['report', 'apply']),
  scope: { type: 'string', description: 'The scope that was looked at.' },
  started_at: { type: 'string', description: 'When it began.' },
  finished_at: { type: 'string', description: 'When it ended.' },
  records: integer('Records that were looked at.'),
  malformed: ids('Files of the scope that are no record.'),
  same: list(
    'Records of identical content and kind.',
    closedObject(['keep', 'archive'], {
      keep: { type: 'string', description: 'The record that stays.' },
      archive: ids('Those that go to the archive.'),
    }),
  ),
  near: list(
    'Pairs that say nearly the same: they are left alone.',
    closedObject(['ids', 'similarity'], {
      ids: ids('The two records.'),
      similarity: { type: 'number', description: 'How much of their words they share.' },
    }),
  ),
  moved: list(
    'What was moved.',
    closedObject(['from', 'to'], {
      from: { type: 'string', description: 'Where it was.' },
      to: { type: 'string', description: 'Where it is.' },
    }),
  ),
  failed: list(
    'What was not done.',
    closedObject(['id', 'reason'], {
      id: { type: 'string', description: 'The record.' },
      reason: { type: 'string', description: 'Why.' },
    }),
  ),
  tokens_before: integer('Estimated tokens of the scope before.'),
  tokens_after: integer('Estimated tokens of the scope after.'),
  report: { type: ['string', 'null'], description: 'The file of the report; null where none was written.' },
}
