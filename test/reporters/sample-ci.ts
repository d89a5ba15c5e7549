import type { MemoryDifference } from '../../src/core/changes/memory-difference.ts'
import type { MemoryOverview } from '../../src/core/memory-overview.ts'
import type { CiReport } from '../../src/core/report.ts'
import { NO_ITEMS } from '../core/literal-parts.ts'
import { diagnostic, reportOf } from './sample-report.ts'

/** A difference in which nothing differs. */
export function differenceOf(changes: Partial<MemoryDifference> = {}): MemoryDifference {
  return {
    layout: 'workspace',
    added: [],
    changed: [],
    superseded: [],
    archived: [],
    removed: [],
    lost: [],
    tags: { new: [], gone: [] },
    budgets: { before: [], after: [] },
    ...changes,
  }
}

/** A memory that holds nothing. */
export function overviewOf(changes: Partial<MemoryOverview> = {}): MemoryOverview {
  return {
    layout: 'workspace',
    parts: [],
    budgets: [],
    logs: [],
    plans: [],
    tags: [],
    categories: [],
    items: NO_ITEMS,
    removed: [],
    ...changes,
  }
}

/** A run on a pull request that found nothing. */
export function ciOf(changes: Partial<CiReport> = {}): CiReport {
  return {
    event: 'pull_request',
    failOn: 'new',
    failing: 0,
    base: { name: 'main', oid: 'b'.repeat(40) },
    head: 'a'.repeat(40),
    report: { ...reportOf([]), files: { added: [], changed: [], moved: [], gone: [] } },
    known: 0,
    differences: [],
    overviews: [],
    pending: [],
    notices: [],
    ...changes,
  }
}

const LOG = 'user/memory/workspaces/devtools/decisions.md'
const ARCHIVE = 'user/memory/workspaces/devtools/_archive/decisions-2025.md'
const HOT = 'agent/rules/common'

/** One of everything. */
export const sampleCi: CiReport = ciOf({
  failing: 1,
  known: 2,
  unmerged: { name: 'main', conflicts: true },
  report: {
    files: {
      added: [ARCHIVE],
      changed: [LOG],
      moved: [{ from: `${HOT}/old.md`, to: `${HOT}/new.md` }],
      gone: [1, 2, 3, 4].map((n) => `memory-bank/part \`${n}\`.md`),
    },
    ...reportOf(
      [
        diagnostic({
          path: LOG,
          line: 12,
          message: 'Unexpected tag Big, expected big',
          help: 'Write it as big.',
        }),
        diagnostic({
          path: LOG,
          line: 3,
          rule: 'date-future',
          severity: 'warning',
          new: false,
          message: 'Unexpected date',
        }),
        diagnostic({
          path: '.',
          line: 1,
          rule: 'hot-total',
          severity: 'warning',
          message: 'Hot memory is nearly full',
        }),
      ],
      { documents: 42, items: 120 },
    ),
  },
  differences: [
    differenceOf({
      added: [
        { path: LOG, line: 40, kind: 'decision', title: 'Plugins talk JSON' },
        { path: LOG, line: 52, kind: 'decision', title: 'One `lockfile` | for all' },
      ],
      changed: [
        { path: LOG, line: 5, kind: 'decision', title: 'Biome lints', fields: ['body', 'tags'] },
        { path: LOG, line: 9, kind: 'lesson', title: 'Workers', fields: ['file'] },
      ],
      superseded: [{ path: LOG, line: 20, kind: 'decision', title: 'Redis' }],
      archived: [
        { path: ARCHIVE, line: 5, kind: 'decision', title: 'Old', from: LOG },
        { path: LOG, line: 7, kind: 'learning', title: 'Leases', from: LOG },
      ],
      removed: [
        {
          path: LOG,
          line: 36,
          kind: 'decision',
          date: '2026-02-08',
          title: 'Deploy `key`',
          reason: 'it held | the key',
        },
      ],
      lost: [{ path: LOG, line: 33, kind: 'decision', title: 'Gone for good' }],
      tags: { new: ['json', 'plugin'], gone: ['redis'] },
      budgets: {
        before: [
          { name: `${HOT}/user-profile.md`, lines: 40, tokens: 400, mostLines: 50, mostTokens: null },
          { name: `${HOT}/gone.md`, lines: 9, tokens: 90, mostLines: 50, mostTokens: null },
          { name: 'hot memory', lines: 210, tokens: 2100, mostLines: 300, mostTokens: 3000 },
        ],
        after: [],
      },
    }),
    differenceOf({ layout: 'atomic' }),
  ],
  overviews: [
    overviewOf({
      parts: [
        { name: '', documents: 0, items: 0, errors: 0, warnings: 1, infos: 0 },
        { name: 'devtools', documents: 40, items: 120, errors: 1, warnings: 1, infos: 0 },
      ],
      items: {
        kinds: [{ name: 'decision', count: 120 }],
        statuses: [{ name: 'accepted', count: 2 }],
        first: '2024-02-01',
        last: '2026-05-30T09:00:00Z',
        living: 2,
        undated: 1,
        oldest: [{ path: LOG, line: 7, kind: 'decision', title: 'Retry twice', date: '2024-02-01' }],
      },
      budgets: [
        { name: `${HOT}/user-profile.md`, lines: 53, tokens: 540, mostLines: 50, mostTokens: null },
        { name: `${HOT}/context-memory-rule.md`, lines: 20, tokens: 190, mostLines: 80, mostTokens: 800 },
        { name: 'hot memory', lines: 223, tokens: 2240, mostLines: 300, mostTokens: 3000 },
      ],
      loads: [
        {
          agent: 'An agent',
          name: 'rules at the start',
          session: 'An agent',
          files: [
            { path: `${HOT}/user-profile.md`, size: 53, tokens: 0, lost: null },
            { path: `${HOT}/context-memory-rule.md`, size: 20, tokens: 0, lost: '"## Later"; 2 list items' },
          ],
          unit: 'lines',
          total: 73,
          most: 60,
          standing: 'enforced',
          source: 'its documentation',
          asOf: '2026-05',
        },
      ],
      logs: [
        {
          path: LOG,
          part: 'devtools',
          items: 61,
          most: 50,
          months: [{ name: '2026-02', count: 61 }],
        },
        { path: 'odd $(path).md', part: '', items: 52, most: 50, months: [] },
        { path: 'short.md', part: '', items: 50, most: 50, months: [] },
      ],
      removed: [
        {
          path: LOG,
          line: 36,
          kind: 'decision',
          date: '2026-02-08',
          title: 'Deploy `key`',
          reason: 'it held | the key',
        },
      ],
      plans: [
        {
          path: 'a/260208-engine.md',
          part: 'devtools',
          name: 'Engine',
          status: 'in_progress',
          created: '2026-02-08',
        },
        {
          path: 'a/260531-new.md',
          part: 'devtools',
          name: 'New',
          status: 'in_progress',
          created: '2026-05-31',
        },
        { path: 'a/done.md', part: 'devtools', name: 'Done', status: 'done', created: '2026-01-01' },
        { path: 'a/first.md', part: 'devtools', name: 'First', status: 'new', created: '2026-05-01' },
        { path: 'a/odd.md', part: 'devtools', name: 'Odd', status: '', created: null },
        { path: 'a/later.md', part: 'devtools', name: 'Later', status: '', created: '2026-08-01' },
      ],
      tags: [
        { name: 'plugin', count: 4 },
        { name: 'json', count: 1 },
      ],
      categories: [{ name: 'tooling', count: 5 }],
    }),
  ],
  pending: [{ id: '0001-plan-front-matter', summary: 'Plans get front matter.', files: 12 }],
  notices: ['the comment was not written: the token may only read'],
})
