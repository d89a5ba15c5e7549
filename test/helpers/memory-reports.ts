import type { Diagnostic, Severity } from '../../src/core/diagnostic.ts'
import type {
  LoadStanding,
  LogSize,
  MemoryOverview,
  PlanState,
  Tally,
} from '../../src/core/memory-overview.ts'
import type { MemoryReport } from '../../src/core/report.ts'
import { NO_ITEMS } from '../core/literal-parts.ts'
import { diagnostic, reportOf } from '../reporters/sample-report.ts'

/** The report of a repository without memory. */
export const EMPTY_REPORT: MemoryReport = {
  version: 1,
  name: 'nothing-yet',
  today: '2026-06-30',
  report: reportOf([], { documents: 0, items: 0 }),
  overviews: [],
  parts: [],
}

const EMPTY: MemoryOverview = {
  removed: [],
  items: NO_ITEMS,
  layout: 'workspace',
  parts: [],
  budgets: [],
  logs: [],
  plans: [],
  tags: [],
  categories: [],
}

/** The report of a memory of five layouts, with something in every section. */
export function richReport(): MemoryReport {
  return {
    version: 1,
    name: 'studio',
    today: '2026-06-30',
    report: reportOf(richFindings(), { documents: 214, items: 1482 }),
    overviews: [workspaceOverview(), agentMemory(), atomic(), cowork(), workingMemory()],
    parts: ['devtools', 'devtools', 'devtools', 'platform', 'platform', '', ''],
    nearTags: [
      { tag: 'retries', count: 2, like: 'retry', likeCount: 14, command: 'memkeep rename-tag retries retry' },
    ],
    suppressions: [
      { path: 'user/memory/shop/decisions.md', line: 3, rules: ['history'], reason: 'typos are fixed' },
      { path: 'user/memory/shop/lessons.md', line: 9, rules: ['link-resolves'], reason: '' },
    ],
    atStart: [
      {
        agent: 'An agent',
        commits: [
          { commit: '5f0f4ae7c1d2e3f40516273849', date: '2026-02-24', tokens: 457 },
          { commit: '2284b9da0a1b2c3d4e5f607182', date: '2026-04-02', tokens: 1182 },
        ],
        now: 908,
      },
    ],
  }
}

function workspaceOverview(): MemoryOverview {
  return {
    removed: [
      {
        path: 'user/memory/workspaces/devtools/decisions.md',
        line: 12,
        kind: 'decision',
        date: '2026-05-11',
        title: 'Deploy key',
        reason: 'it held the key itself',
      },
    ],
    items: NO_ITEMS,
    layout: 'workspace',
    parts: [
      part('', { documents: 6, items: 0 }),
      part('devtools', { documents: 41, items: 118, errors: 2, warnings: 4 }),
      part('platform', { documents: 63, items: 240, warnings: 1, infos: 3 }),
      part('shop', { documents: 38, items: 97 }),
    ],
    budgets: [
      { name: 'hot memory', lines: 212, tokens: 3120, mostLines: 200, mostTokens: 4000 },
      { name: 'user/memory/MEMORY.md', lines: 96, tokens: 1480, mostLines: 100, mostTokens: null },
      { name: 'user/memory/people.md', lines: 58, tokens: 790, mostLines: 100, mostTokens: null },
      { name: 'user/memory/glossary.md', lines: 58, tokens: 850, mostLines: null, mostTokens: null },
    ],
    logs: [
      log('user/memory/workspaces/devtools/decisions.md', 'devtools', [4, 6, 3, 9, 12, 8, 11, 8]),
      log('user/memory/workspaces/devtools/lessons.md', 'devtools', [2, 3, 1, 0, 4, 2]),
      log('user/memory/workspaces/platform/decisions.md', 'platform', [10, 20, 30, 25, 40], 3),
      log('user/memory/workspaces/shop/decisions.md', 'shop', [1]),
      { ...log('user/memory/workspaces/shop/lessons.md', 'shop', []), items: 4 },
    ],
    plans: [
      plan('devtools', 'cache-rewrite', 'in_progress', '2025-11-02'),
      plan('devtools', 'lint-everything', 'done', '2025-09-14'),
      plan('platform', 'gateway-failover', 'in_progress', '2026-03-20'),
      plan('platform', 'queue-limits', 'new', '2026-06-12'),
      plan('platform', 'no-date', 'partial', null),
      plan('shop', 'checkout', 'waiting for legal', '2026-01-08'),
      plan('shop', 'without-status', '', '2026-05-30'),
      plan('shop', 'old-idea', 'abandoned', '2024-02-01'),
    ],
    tags: tallies(
      'testing 48, ci 41, cache 33, typescript 30, database 22, git 19, errors 17, docs 12, hooks 11, api 9, security 9, release 7, naming 6, queues 5, build 4, a-tag-with-quite-a-long-name 3, once 1, twice 1',
    ),
    categories: tallies('architecture 88, tooling 61, process 40, convention 22, 7'),
  }
}

function agentMemory(): MemoryOverview {
  return {
    ...EMPTY,
    removed: [],
    layout: 'agent-memory',
    parts: [part('', { documents: 12, items: 12, infos: 1 })],
    budgets: [{ name: 'AGENTS.md', lines: 140, tokens: 2100, mostLines: 150, mostTokens: 2000 }],
    loads: [
      {
        agent: 'An agent',
        name: 'AGENTS.md',
        session: 'An agent',
        files: [{ path: 'AGENTS.md', size: 1400, tokens: 0, lost: null }],
        unit: 'characters',
        total: 1400,
        most: 1000,
        standing: 'advice',
        source: 'its guide',
        asOf: '2026-04',
      },
      {
        agent: 'Another agent',
        name: 'notes at the start',
        session: null,
        files: [
          { path: 'AGENTS.md', size: 1400, tokens: 0, lost: null },
          { path: 'memory/notes.md', size: 40000, tokens: 0, lost: '"## Later"; 12 list items' },
        ],
        unit: 'bytes',
        total: 41400,
        most: 32768,
        standing: 'enforced',
        source: 'its documentation',
        asOf: '2026-05',
      },
      {
        agent: 'A third agent',
        name: 'all of it',
        session: 'A third agent',
        files: [{ path: 'memory/notes.md', size: 320, tokens: 0, lost: null }],
        unit: 'lines',
        total: 320,
        most: null,
        standing: null,
        source: null,
        asOf: null,
      },
    ],
  }
}

function atomic(): MemoryOverview {
  return {
    ...EMPTY,
    removed: [],
    layout: 'atomic',
    parts: [
      part('facts', { documents: 30, items: 30 }),
      part('skills', { documents: 9, items: 9, warnings: 1 }),
    ],
    items: {
      kinds: tallies('fact 28, goal 2'),
      statuses: tallies('active 2'),
      first: '2024-11-20',
      last: '2026-06-12',
      living: 29,
      undated: 3,
      oldest: [
        { path: 'memory/facts/editor.md', line: 2, kind: 'fact', title: 'The editor', date: '2024-11-20' },
        { path: 'memory/goals/offline.md', line: 2, kind: 'goal', title: '', date: '2025-03-01T08:00:00Z' },
      ],
    },
    tags: tallies('editor 9, shell 4'),
    categories: tallies('preference 21, fact 18'),
  }
}

function cowork(): MemoryOverview {
  return {
    ...EMPTY,
    removed: [],
    layout: 'cowork',
    parts: [part('', { documents: 8, items: 40 })],
    logs: [log('cowork/log.md', '', [3, 4, 5])],
  }
}

function workingMemory(): MemoryOverview {
  return {
    ...EMPTY,
    removed: [],
    layout: 'working-memory',
    parts: [part('', { documents: 7, items: 936 })],
    plans: [plan('', 'tidy-up', 'wip', '2026-06-01')],
  }
}

function richFindings(): Diagnostic[] {
  const at = (path: string, severity: Severity, rule: string, message: string, line = 12): Diagnostic =>
    diagnostic({ path, severity, rule, message, line, help: 'See what the rule says, and fix the line.' })
  const decisions = (workspace: string): string => `user/memory/workspaces/${workspace}/decisions.md`
  return [
    at(decisions('devtools'), 'error', 'entry-tags', 'Unexpected tag `CI`, expected lower case'),
    at(decisions('devtools'), 'error', 'entry-category', 'Unexpected category `misc`, expected one of 4', 40),
    at(decisions('devtools'), 'warning', 'growth', 'Unexpected growth to 61 entries, expected at most 50', 3),
    at(
      decisions('platform'),
      'warning',
      'growth',
      'Unexpected growth to 128 entries, expected at most 50',
      3,
    ),
    at(decisions('platform'), 'info', 'tag-near-duplicate', 'Unexpected tag `test` next to `testing`', 77),
    {
      ...at('AGENTS.md', 'info', 'line-length', 'Unexpected line of 410 characters'),
      layout: 'agent-memory',
      help: '',
    },
    { ...at('.', 'warning', 'unread', 'Unexpected file that cannot be read', 1), layout: '' },
  ]
}

/** A report whose every text is this one. */
export function reportSaying(text: string): MemoryReport {
  return {
    version: 1,
    name: text,
    today: '2026-06-30',
    report: reportOf([diagnostic({ path: text, rule: text, message: text, help: text, layout: text })]),
    overviews: [
      {
        removed: [{ path: text, line: 1, kind: text, date: text, title: text, reason: text }],
        layout: text,
        parts: [part(text, { documents: 1 }), part('', {})],
        budgets: [{ name: text, lines: 0, tokens: Number.MAX_SAFE_INTEGER, mostLines: 0, mostTokens: 0 }],
        loads: [
          {
            agent: text,
            name: text,
            session: text,
            files: [{ path: text, size: Number.MAX_SAFE_INTEGER, tokens: 0, lost: text }],
            unit: 'bytes',
            total: 3,
            most: 0,
            standing: text as LoadStanding,
            source: text,
            asOf: text,
          },
        ],
        logs: [
          {
            path: text,
            part: text,
            items: 3,
            most: 2,
            months: [
              { name: text, count: 1 },
              { name: '2026-01', count: 2 },
            ],
          },
        ],
        plans: [{ path: text, part: text, name: text, status: text, created: text }],
        items: {
          kinds: [{ name: text, count: 1 }],
          statuses: [{ name: text, count: 1 }],
          first: text,
          last: text,
          living: 2,
          undated: 1,
          oldest: [{ path: text, line: 1, kind: text, title: text, date: text }],
        },
        tags: [{ name: text, count: 1 }],
        categories: [{ name: text, count: 1 }],
      },
    ],
    parts: [text],
    atStart: [{ agent: text, commits: [{ commit: text, date: text, tokens: 1 }], now: 2 }],
  }
}

/** The report of a memory of so many files and findings. */
export function bigReport(files: number, findings: number): MemoryReport {
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i)
  const path = (i: number): string => `user/memory/workspaces/workspace-${i % 40}/notes-${i % files}.md`
  return {
    version: 1,
    name: 'big',
    today: '2026-06-30',
    report: reportOf(
      numbers(findings).map((i) =>
        diagnostic({
          path: path(i),
          line: i,
          severity: i % 9 === 0 ? 'error' : i % 3 === 0 ? 'warning' : 'info',
          rule: `rule-${i % 30}`,
          message: `Unexpected value \`number-${i}\`, expected one of the values that the settings of this memory allow`,
        }),
      ),
    ),
    parts: numbers(findings).map((i) => `workspace-${i % 40}`),
    overviews: [
      {
        ...EMPTY,
        parts: numbers(40).map((i) => part(`workspace-${i}`, { documents: files / 40, errors: i })),
        logs: numbers(files).map((i) => log(path(i), `workspace-${i % 40}`, [i % 60, 3, 5, 1])),
        plans: numbers(files).map((i) => plan(`workspace-${i % 40}`, `plan-${i}`, 'new', '2026-01-01')),
        tags: numbers(files).map((i) => ({ name: `tag-${i}`, count: files - i })),
      },
    ],
  }
}

function part(
  name: string,
  numbers: Partial<MemoryOverview['parts'][number]>,
): MemoryOverview['parts'][number] {
  return { name, documents: 0, items: 0, errors: 0, warnings: 0, infos: 0, ...numbers }
}

function log(path: string, part: string, counts: readonly number[], undated = 0): LogSize {
  const months = counts.map((count, i) => ({ name: `2025-${String(i + 1).padStart(2, '0')}`, count }))
  return { path, part, items: counts.reduce((sum, count) => sum + count, undated), most: 50, months }
}

function plan(part: string, name: string, status: string, created: string | null): PlanState {
  return { path: `resources/workspaces/${part}/_plans/${name}.md`, part, name, status, created }
}

/** `ci 41, docs 12` */
function tallies(text: string): Tally[] {
  return text.split(', ').map((each) => {
    const [, name = '', count] = /^(.*?) ?(\d+)$/.exec(each) ?? []
    return { name, count: Number(count) }
  })
}
