import type { PlantedLayout } from '../../helpers/planted.ts'

const OLD = 'docs/adr/0001-jobs-in-redis.md'
const NEW = 'docs/adr/0002-jobs-in-postgres.md'

/** A record in the form of adr-tools that another one in the form of MADR replaces. */
export const clean: PlantedLayout['clean'] = {
  [OLD]: `# 1. Jobs in Redis

Date: 2025-11-02

## Status

Superseded by [2. Jobs in Postgres](0002-jobs-in-postgres.md)

## Context

Mails took so long that requests timed out.

## Decision

Jobs go through Redis.
`,
  [NEW]: `---
status: accepted
date: 2026-02-08
supersedes: ADR-0001
---

# Jobs in Postgres

## Context and Problem Statement

Redis held nothing else, and its jobs were in no backup.

## Decision Outcome

Jobs are rows of a table.
`,
}

/** One violation per rule of this layout, and of the shared rules that its kinds rest on. */
export const planted: PlantedLayout['planted'] = {
  'adr-number': {
    path: 'docs/adr/0002-one-lockfile.md',
    file: '# 2. One lockfile\n\n## Status\n\nAccepted\n',
    at: 1,
  },
  'adr-title': { path: OLD, replace: '# 1. Jobs', by: '# 7. Jobs', at: '# 7. Jobs' },
  'adr-status': { path: NEW, replace: 'status: accepted', by: 'status: nice', at: 'status: nice' },
  'adr-supersedes': {
    path: OLD,
    replace: 'Superseded by [2. Jobs in Postgres](0002-jobs-in-postgres.md)',
    by: 'Accepted',
    at: '# Jobs in Postgres',
    reported: NEW,
  },
  'adr-accepted': {
    path: NEW,
    replace: 'Jobs are rows of a table.',
    by: 'Jobs are rows of two tables.',
    at: '# Jobs in Postgres',
    change: true,
  },
  'item-lost': { path: OLD, file: null, at: 1, change: true, reported: OLD },
}

export const itemKinds: PlantedLayout['itemKinds'] = {
  all: 'adr',
  living: '',
  dated: '',
}
