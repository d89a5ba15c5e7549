import type { PlantedLayout } from '../../helpers/planted.ts'

const DECISIONS = 'docs/decisions.md'
const LESSONS = 'tasks/lessons.md'

/** Two logs of different forms, and an archive. */
export const clean: PlantedLayout['clean'] = {
  [DECISIONS]: `# Decisions

## 2026-02-08: A queue in Postgres

Nothing else has to run, and jobs are in the backups.

## 2026-03-01: One lockfile for all packages

Two of them disagreed about the compiler.

<!-- memkeep-removed [2026-03-03] A key for all -- it held the key itself -->
`,
  'docs/decisions-archive.md': `# Decisions archive

## 2025-11-02: Redis for sessions

It was there already.
`,
  'memory-bank/decisionLog.md': `# Decisions

## 2026-03-04

- Nothing else has to run than the database that is there already.
- Jobs are in the backups.

## 2026-03-05

- Whole cents in every price.
- Rounding happens once.
`,
  [LESSONS]: `# Lessons

- The test clock is local time: set the zone in every test that prints a day.
- A port that is taken shows as a time limit, not as an error.
`,
}

const OLD = '## 2025-01-05: Old entry number'

/** One violation per rule of this layout, and of the shared rules that its kinds rest on. */
export const planted: PlantedLayout['planted'] = {
  'log-shape': {
    path: DECISIONS,
    file: `# Decisions\n\n${'We talked about queues and about lockfiles. '.repeat(12)}\n`,
    at: 1,
  },
  'log-heading': {
    path: DECISIONS,
    replace: '## 2026-03-01: One lockfile for all packages',
    by: '## One lockfile for all packages\n\nSee below.\n\n## 2026-03-01: One lockfile in this repository',
    at: '## One lockfile for',
  },
  'item-returned': {
    path: DECISIONS,
    replace: '<!-- memkeep',
    by: '## 2026-03-03: A key for all\n\nIt is in the safe.\n\n<!-- memkeep',
    at: '## 2026-03-03',
    change: true,
  },
  'log-date': { path: DECISIONS, replace: '2026-03-01', by: '2026-02-30', at: '## 2026-02-30' },
  'log-duplicate': {
    path: DECISIONS,
    replace: '2026-03-01: One lockfile for all packages',
    by: '2026-02-08: A queue in Postgres',
    at: 7,
  },
  'log-hidden': {
    path: DECISIONS,
    replace: 'Two of them disagreed about the compiler.\n',
    by: 'Two of them disagreed:\n\n```\npnpm install\n\n## 2026-03-05: Nothing is read here\n',
    at: '## 2026-03-05',
  },
  'log-order': {
    path: DECISIONS,
    replace: '2026-02-08',
    by: '2026-04-08',
    at: '## 2026-03-01',
    settings: `logs: [{ path: ${DECISIONS}, order: oldest-first }]\n`,
  },
  'log-growth': {
    path: DECISIONS,
    replace: '# Decisions\n',
    by: `# Decisions\n\n${Array.from({ length: 49 }, (_, i) => `${OLD} ${i}\n\n${`What was decided then, and why, in case ${i}. `.repeat(20)}\n`).join('\n')}`,
    at: 1,
  },
  'log-tombstone': {
    path: DECISIONS,
    replace: '## 2026-03-01',
    by: '<!-- memkeep-removed [2026-02-10] Deploy key -->\n\n## 2026-03-01',
    at: '<!-- memkeep-removed',
  },
  'log-form': {
    path: LESSONS,
    replace: '- The test clock is local time: set the zone in every test that prints a day.\n- A port',
    by: '## The test clock is local time: set the zone in every test that prints a day.\n\n## A port',
    at: 1,
    change: true,
  },
  'log-list-item': {
    path: 'memory-bank/decisionLog.md',
    replace: '- Jobs are in the backups.\n',
    by: '',
    at: '## 2026-03-04',
    change: true,
  },
  'item-lost': {
    path: LESSONS,
    replace: '- A port that is taken shows as a time limit, not as an error.\n',
    by: '',
    at: 3,
    change: true,
  },
}

export const itemKinds: PlantedLayout['itemKinds'] = {
  all: 'entry',
  living: '',
  dated: '',
}
