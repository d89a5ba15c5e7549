/** The text of an item: front matter in the order given, and a body. */
export function item(
  fields: { readonly [field: string]: string | number },
  body = 'What is to be remembered is here.\n',
): string {
  const lines = Object.entries({ created: '2026-02-08', ...fields }).map(
    ([field, value]) => `${field}: ${value}`,
  )
  return ['---', ...lines, '---', '', body].join('\n')
}

const ROOT = 'memory'

/** Paths of the clean memory, for tests that change one of its items. */
export const FACT = `${ROOT}/facts/time-zone.md`
export const OLD_DECISION = `${ROOT}/decisions/queue-in-redis.md`
export const DECISION = `${ROOT}/decisions/queue-in-postgres.md`
export const SPACED_DECISION = `${ROOT}/decisions/Größen in Millimetern.md`
export const GOAL = `${ROOT}/goals/offline-mode.md`
export const DROPPED_GOAL = `${ROOT}/goals/second-region.md`
export const TASK = `${ROOT}/tasks/rotate-keys.md`
export const ARCHIVED_TASK = `${ROOT}/tasks/archive/write-runbook.md`
export const REFLECTION = `${ROOT}/reflections/small reviews.md`

/** A memory in the atomic layout that no rule has anything to say about. All dates lie before 2026-06-01. */
export const cleanAtomic: { readonly [path: string]: string } = {
  [`${ROOT}/README.md`]: '# Memory\n\nOne item a file.\n',
  [`${ROOT}/decisions/README.md`]: '# Decisions\n\nNever edited; a newer one supersedes.\n',
  [`${ROOT}/facts/INDEX.md`]: '- [time zone](time-zone.md)\n',
  [FACT]: item(
    { id: 'fact-0001', title: 'Time zone', tags: '[people]', confidence: 0.9, source: 'said so in chat' },
    'Works in UTC+7 and answers before noon.\n',
  ),
  [OLD_DECISION]: item(
    { id: 'dec-0001', title: 'The job queue runs in Redis', created: '2026-01-12', tags: '[queue]' },
    'Redis was there already, and its lists are fast enough for forty jobs a second.\n',
  ),
  [DECISION]: item(
    {
      id: 'dec-0002',
      title: 'The job queue runs in Postgres',
      created: '2026-03-02',
      tags: '[queue]',
      supersedes: 'dec-0001',
      rationale: 'One store to back up',
    },
    'A lost Redis took two thousand jobs with it. `SKIP LOCKED` serves them from the database that is backed up.\n',
  ),
  [SPACED_DECISION]: item(
    { id: 'dec-0003', title: 'Sizes are whole millimetres' },
    'Inches were converted twice, and a drawer did not fit into its own cupboard.\n',
  ),
  [GOAL]: item(
    { id: 'goal-0001', title: 'The dashboard works offline', priority: 'high', status: 'active' },
    'Field staff read yesterday’s numbers without a network.\n',
  ),
  [DROPPED_GOAL]: item(
    { id: 'goal-0002', title: 'A second region', priority: 3, status: 'abandoned' },
    'One region has been enough for two years, and a second one doubles the cost.\n',
  ),
  [TASK]: item(
    {
      id: 'task-0001',
      title: 'Rotate the signing keys',
      status: 'in_progress',
      assignee: 'platform team',
      deadline: '2026-09-01',
    },
    'The old keys expire in autumn; both are accepted for a week.\n',
  ),
  [ARCHIVED_TASK]: item(
    { id: 'task-0002', title: 'Write the runbook', status: 'done' },
    'It covers the queue, the backups and who is called at night.\n',
  ),
  [REFLECTION]: item(
    { id: 'refl-0001', title: 'Small reviews are read', context: 'code review' },
    'Changes of under two hundred lines got comments on substance; larger ones got none.\n',
  ),
}
