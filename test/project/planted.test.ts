import { expect, test } from 'vitest'
import type { LiteralFile } from '../../src/core/literal-snapshot.ts'
import { layouts } from '../../src/layouts/index.ts'
import { rules } from '../../src/rules/index.ts'
import { checkLiteral, type Files, indexLiteral } from '../helpers/check-literal.ts'
import { cleanWorkspace } from '../helpers/clean-workspace.ts'

const MEMORY = 'user/memory/workspaces'
const DECISIONS = `${MEMORY}/devtools/decisions.md`
const LESSONS = `${MEMORY}/devtools/lessons.md`
const PLANS = 'resources/workspaces/devtools/common/_plans'
const PLAN = `${PLANS}/260208-workflow-engine.md`
const OVERVIEW = 'resources/workspaces/shop/OVERVIEW.md'
const HOT = 'agent/rules/common/user-profile.md'

/** One violation: a text put for another in one file of the clean memory, and the text at whose line it is found. */
type Planted = {
  readonly path: string
  readonly replace?: string
  readonly by?: string
  /** The whole file instead of a replacement; null deletes it. */
  readonly file?: LiteralFile | null
  /** Where the finding is: the line that holds this text after the replacement, or a number. */
  readonly at: string | number
  /** Where it is reported, when that is another file. */
  readonly reported?: string
  readonly settings?: string
  /** The clean memory is the other side of the change. */
  readonly change?: boolean
  /** The change is a merge of two sides that are both the clean memory. */
  readonly merge?: boolean
  /** The memory index is left as it was. */
  readonly stale?: boolean
}

const FIRST = '### [2026-01-12] One lockfile for all packages'

const long = (count: number): string => Array.from({ length: count }, (_, i) => `- line ${i}\n`).join('')

const manyEntries = (count: number): string =>
  Array.from(
    { length: count },
    (_, i) => `### [2026-04-01] Number ${i}\n\n**Category:** tooling\n**Tags:** biome\n\nBody ${i}.\n\n---\n`,
  ).join('\n')

/** One violation per rule that looks at memory. Rules of the engine that no text can break have tests of their own. */
const PLANTED: { readonly [rule: string]: Planted } = {
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
    by: `1. https://user:${'hunter'}2x9k@registry.example.org/pkg\n1. \`process`,
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
    at: 3,
    change: true,
  },
  'merge-doubled': {
    path: `${MEMORY}/shop/_archive/decisions-2026.md`,
    file: '# Decisions of 2026: shop\n\n### [2026-02-09] State machines run the workflow engine\n\n**Category:** architecture\n**Tags:** xstate, workflow\n\nXState gives history and guards; a switch over strings gave neither.\n\n---\n',
    at: '### [2026-02-09]',
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

/** What only the engine can see: a rule that throws, two layouts that claim one path. */
const ELSEWHERE = ['internal', 'path-claimed', 'id-unique']

const ids = [...rules, ...layouts.flatMap((layout) => layout.rules)].map(({ id }) => id)

test('a clean memory gives no finding', async () => {
  const { diagnostics } = await checkLiteral(await indexLiteral(cleanWorkspace))
  expect(diagnostics).toEqual([])
})

test('every rule has a planted violation', () => {
  expect([...Object.keys(PLANTED), ...ELSEWHERE].sort()).toEqual([...ids].sort())
})

test.each(Object.entries(PLANTED))('%s is found alone, at its line', async (rule, planted) => {
  const clean = await indexLiteral(cleanWorkspace)
  const dirty = plant(clean, planted)
  const { settings } = planted
  const files = planted.stale ? dirty : await indexLiteral(dirty, { settings })
  const bases = [{ between: [0, 1] as const, files: clean }]
  const { diagnostics } = await checkLiteral(files, {
    ...planted,
    before: planted.change ? clean : undefined,
    merge: planted.merge ? { others: [clean], bases } : undefined,
  })
  const found = diagnostics.map(({ path, line, rule: id }) => `${path}:${line} ${id}`)
  const where = planted.reported ?? planted.path
  expect([...new Set(found)], diagnostics.map(({ message }) => message).join('\n')).toEqual([
    `${where}:${lineOf(files[where], planted.at)} ${rule}`,
  ])
})

function plant(clean: Files, { path, file, replace = '', by = '' }: Planted): Files {
  if (file === null) return Object.fromEntries(Object.entries(clean).filter(([other]) => other !== path))
  if (file !== undefined) return { ...clean, [path]: file }
  const text = String(clean[path])
  expect(text).toContain(replace)
  return { ...clean, [path]: text.replace(replace, () => by) }
}

function lineOf(file: LiteralFile | undefined, at: string | number): number {
  if (typeof at === 'number') return at
  const offset = String(file).indexOf(at)
  expect(offset, at).toBeGreaterThanOrEqual(0)
  return String(file).slice(0, offset).split('\n').length
}
