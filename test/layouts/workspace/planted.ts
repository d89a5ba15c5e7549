import { cleanWorkspace } from '../../helpers/clean-workspace.ts'
import type { PlantedLayout } from '../../helpers/planted.ts'

const MEMORY = 'user/memory/workspaces'
const DECISIONS = `${MEMORY}/devtools/decisions.md`
const LESSONS = `${MEMORY}/devtools/lessons.md`
const PLANS = 'resources/workspaces/devtools/common/_plans'
const PLAN = `${PLANS}/260208-workflow-engine.md`
const OVERVIEW = 'resources/workspaces/shop/OVERVIEW.md'
const HOT = 'agent/rules/common/user-profile.md'

export const clean = cleanWorkspace

const FIRST = '### [2026-01-12] One lockfile for all packages'

const long = (count: number): string => Array.from({ length: count }, (_, i) => `- line ${i}\n`).join('')

const manyEntries = (count: number): string =>
  Array.from(
    { length: count },
    (_, i) => `### [2026-04-01] Number ${i}\n\n**Category:** tooling\n**Tags:** biome\n\nBody ${i}.\n\n---\n`,
  ).join('\n')

/** One violation per rule that looks at memory. Rules of the engine that no text can break have tests of their own. */
export const planted: PlantedLayout['planted'] = {
  syntax: {
    path: PLAN,
    replace: 'tags: [workflow, xstate]',
    by: 'tags: [workflow, xstate',
    at: '---\n\n# Workflow',
  },
  'size-limit': { path: LESSONS, file: `# Lessons\n\n${'a word '.repeat(160_000)}\n`, at: 1, stale: true },
  'front-matter-position': { path: OVERVIEW, replace: '---\nname: Shop', by: '\n---\nname: Shop', at: '---' },
  schema: { path: PLAN, replace: 'status: done', by: 'status: finished', at: 'status: finished' },
  'no-conflict-marker': {
    path: DECISIONS,
    replace: 'Oldest first.',
    by: '<<<<<<< HEAD\nOldest first.\n=======\nNewest first.\n>>>>>>> theirs',
    at: '<<<<<<< HEAD',
  },
  'no-secret': {
    path: LESSONS,
    replace: '1. `process',
    by: `1. https://user:${'hunter'}2x9k@git.acme.dev/pkg\n1. \`process`,
    at: 'https://user',
  },
  'no-hidden-text': { path: HOT, replace: 'small commits', by: 'sm\u202eall commits', at: 'commits' },
  'link-resolves': { path: PLAN, replace: 'state-machines.md)', by: 'missing.md)', at: 'missing.md' },
  'date-future': { path: OVERVIEW, replace: 'updated: 2026-02-20', by: 'updated: 2026-08-20', at: 'updated' },
  'derived-fresh': {
    path: DECISIONS,
    replace: '**Tags:** biome, lint',
    by: '**Tags:** biome, lint, speed',
    at: 1,
    reported: `${MEMORY}/devtools/_index.yaml`,
    stale: true,
  },
  history: {
    path: DECISIONS,
    replace: 'no lockfile below it',
    by: 'one lockfile below it',
    at: FIRST,
    settings: 'history: { decisions: { mode: immutable } }',
    change: true,
  },
  'item-lost': {
    path: `${MEMORY}/devtools/_archive/decisions-2025.md`,
    file: '# Decisions of 2025: devtools\n\nAll of them were pruned but one.\n\n### [2025-11-04] Tests run on the current Node only\n\n**Category:** convention\n**Tags:** node\n\nThe matrix of three versions found nothing in a year.\n\n---\n',
    at: 4,
    change: true,
  },
  'item-rewritten': {
    path: DECISIONS,
    replace: 'no lockfile below it',
    by: 'one lockfile below it',
    at: FIRST,
    change: true,
  },
  'merge-doubled': {
    path: `${MEMORY}/shop/_archive/decisions-2026.md`,
    file: '# Decisions of 2026: shop\n\n### [2026-02-09] State machines run the workflow engine\n\n**Category:** architecture\n**Tags:** xstate, workflow\n\nXState gives history and guards; a switch over strings gave neither.\n\n---\n',
    at: '### [2026-02-09]',
    change: true,
    merge: true,
  },
  'merge-invented': {
    path: DECISIONS,
    replace: 'no lockfile below it',
    by: 'one lockfile below it',
    at: FIRST,
    change: true,
    merge: true,
  },
  unreadable: { path: `${MEMORY}/shop/lessons.md`, file: { link: '../elsewhere.md' }, at: 1, stale: true },
  suppression: {
    path: DECISIONS,
    replace: 'Oldest first.',
    by: '<!-- memkeep-disable-next-line entry-tags -- there is nothing -->',
    at: 'memkeep-disable',
  },
  'plan-file-name': {
    path: `${PLANS}/Sandbox_Two.md`,
    file: '---\nname: Two\ndescription: A second sandbox.\nstatus: new\ncreated: 2026-02-23\n---\n\n# Two\n',
    at: 1,
  },
  'plan-dates': { path: PLAN, replace: 'updated: 2026-02-19', by: 'updated: 2026-02-01', at: 'updated' },
  'plan-status-evidence': { path: PLAN, replace: '- [x] Graph', by: '- [ ] Graph', at: 'status: done' },
  'description-length': {
    path: OVERVIEW,
    replace: 'Storefront and checkout.',
    by: 'Storefront and checkout. It sells things. It also refunds them.',
    at: 'description',
  },
  'description-todo': {
    path: OVERVIEW,
    replace: 'Storefront and checkout.',
    by: 'TODO',
    at: 'description',
  },
  'overview-missing': {
    path: OVERVIEW,
    file: null,
    at: 1,
    reported: 'resources/workspaces/shop/_plans/260115-guest-checkout.md',
  },
  'no-abstract': { path: 'resources/workspaces/shop/ABSTRACT.md', file: 'Storefront and checkout.\n', at: 1 },
  'entry-heading': { path: DECISIONS, replace: FIRST, by: FIRST.replace('###', '##'), at: FIRST.slice(4) },
  'entry-category': { path: DECISIONS, replace: '**Category:** dependency\n', by: '', at: FIRST },
  'entry-tags': { path: DECISIONS, replace: 'biome, lint', by: 'biome, Lint', at: 'Lint' },
  'entry-body': {
    path: DECISIONS,
    replace: 'One tool formats and lints; a full run fell from 14 s to 0.6 s.\n\n',
    by: '',
    at: '### [2026-03-01]',
  },
  'entry-separator': {
    path: DECISIONS,
    replace: '0.6 s.\n\n---',
    by: '0.6 s.\n---',
    at: 41,
  },
  'entry-hidden': {
    path: LESSONS,
    replace: 'Change events',
    by: '<!-- a note\n\nChange events',
    at: '### [2026-02-14]',
  },
  'entry-order': {
    path: DECISIONS,
    replace: '### [2026-02-03]',
    by: '### [2026-01-03]',
    at: '### [2026-01-03]',
  },
  'entry-duplicate': {
    path: DECISIONS,
    replace: '### [2026-02-03] Entries are written by hand',
    by: FIRST,
    at: `${FIRST}\n\n**Category:** convention`,
  },
  tombstone: {
    path: DECISIONS,
    replace: 'Oldest first.',
    by: '<!-- memkeep-removed [2026-01-01] Deploy key -->',
    at: '<!-- memkeep-removed',
  },
  'tombstone-entry': {
    path: `${MEMORY}/devtools/_archive/decisions-2026.md`,
    file: `<!-- memkeep-removed ${FIRST.slice(4)} -- it named a customer -->\n`,
    at: '<!-- memkeep-removed',
  },
  'category-known': { path: DECISIONS, replace: '** convention', by: '** convntion', at: '** convntion' },
  'tag-near-duplicate': {
    path: DECISIONS,
    replace: 'memory, markdown',
    by: 'memory, markdown, workers',
    at: 'memory, markdown, workers',
  },
  growth: { path: `${MEMORY}/shop/web/decisions.md`, file: `# Decisions\n\n${manyEntries(51)}`, at: 3 },
  'hot-budget': { path: HOT, replace: '- Works', by: `${long(47)}- Works`, at: '<!-- budget' },
  'hot-budget-declared': { path: HOT, replace: '<!-- budget: 50 lines -->\n\n', by: '', at: 1 },
  'hot-total': { path: HOT, replace: '', by: '', at: 1, reported: '.', settings: 'hot: { lines: 20 }' },
  'agent-link': {
    path: '.cursor/rules/naming.mdc',
    file: { link: '../../agent/rules/common/gone.md' },
    at: 1,
  },
}

export const itemKinds: PlantedLayout['itemKinds'] = {
  all: 'decision, lesson',
  living: '',
  dated: '',
}
