import { expect, test } from 'vitest'
import type { LayoutOverview } from '../../../src/core/memory-overview.ts'
import { layoutOverview } from '../../../src/engine/overview.ts'
import { workspace } from '../../../src/layouts/workspace/layout.ts'
import { setAside } from '../../../src/layouts/workspace/overview.ts'
import { checkLiteral, type Files, memoryFor } from '../../helpers/check-literal.ts'
import { cleanWorkspace } from '../../helpers/clean-workspace.ts'

async function overviewOf(files: Files, settings?: string): Promise<LayoutOverview> {
  const { memories } = await checkLiteral(files, { settings })
  const memory = memoryFor(memories, workspace)
  if (!memory) throw new Error('no memory')
  return layoutOverview(workspace, memory)
}

const RULES = 'agent/rules/common'
const PLANS = 'resources/workspaces/shop/_plans'
const LOG = 'user/memory/workspaces/shop/decisions.md'

test('hot memory: declared budgets, and those that settings give where none is declared', async () => {
  const { budgets } = await overviewOf({
    ...cleanWorkspace,
    [`${RULES}/user-profile.md`]: '# User profile\n\n- Works in UTC+7.\n',
    [`${RULES}/own.md`]: '# Own\n',
  })
  expect(
    budgets.map(({ name, lines, mostLines, mostTokens }) => [name, lines, mostLines, mostTokens]),
  ).toEqual([
    ['.cursor/rules/gitignore-tool-behavior.mdc', 9, 30, null],
    [`${RULES}/context-memory-rule.md`, 6, 80, 800],
    [`${RULES}/global-conventions.md`, 10, 80, null],
    [`${RULES}/own.md`, 1, 100, null],
    [`${RULES}/user-profile.md`, 3, 50, null],
    [`${RULES}/workspace-workflow.md`, 5, 100, null],
    ['hot memory', 34, 300, 3000],
  ])
  const tokens = budgets.map((one) => one.tokens)
  expect(tokens.every((one) => one > 0)).toBe(true)
  expect(tokens.at(-1)).toBe(tokens.slice(0, -1).reduce((sum, one) => sum + one, 0))
})

test('hot memory as settings bound it, and none where there is no file of it', async () => {
  const { budgets } = await overviewOf(cleanWorkspace, 'hot: { lines: 60, tokens: 700 }\n')
  expect(budgets.at(-1)).toMatchObject({ name: 'hot memory', mostLines: 60, mostTokens: 700 })
  expect((await overviewOf({ [LOG]: '# Decisions\n' })).budgets).toEqual([])
})

test('logs with their months and threshold; an archive does not grow', async () => {
  const { logs } = await overviewOf(cleanWorkspace, 'growth: { threshold: 7 }\n')
  expect(logs.map(({ path, part, items, most }) => [path.slice(23), part, items, most])).toEqual([
    ['devtools/common/decisions.md', 'devtools', 2, 7],
    ['devtools/common/lessons.md', 'devtools', 2, 7],
    ['devtools/decisions.md', 'devtools', 3, 7],
    ['devtools/lessons.md', 'devtools', 2, 7],
    ['shop/decisions.md', 'shop', 2, 7],
    ['shop/lessons.md', 'shop', 2, 7],
  ])
  expect(logs[2]?.months).toEqual([
    { name: '2026-01', count: 1 },
    { name: '2026-02', count: 1 },
    { name: '2026-03', count: 1 },
  ])
})

test('months are in order of time, and a day that does not exist is in none', async () => {
  const entry = (date: string): string => `### [${date}] A\n\n**Category:** tooling\n\nB.\n\n---\n\n`
  const text = `# Decisions\n\n${['2026-03-02', '2026-02-30', '2026-03-30', '2025-12-01'].map(entry).join('')}`
  const { logs } = await overviewOf({ [LOG]: text })
  expect(logs).toMatchObject([
    {
      items: 4,
      months: [
        { name: '2025-12', count: 1 },
        { name: '2026-03', count: 2 },
      ],
    },
  ])
})

test('plans with status and day', async () => {
  const { plans } = await overviewOf({
    ...cleanWorkspace,
    [`${PLANS}/260401-refunds.md`]: '# Refunds\n',
    [`${PLANS}/someday.md`]: '---\nname: Someday\nstatus: [odd]\ncreated: soon\n---\n\n# Someday\n',
  })
  expect(plans.map(({ part, name, status, created }) => [part, name, status, created])).toEqual([
    ['devtools', 'Workflow Engine', 'done', '2026-02-08'],
    ['devtools', 'Plugin Sandbox', 'in_progress', '2026-02-23'],
    ['devtools', 'Offline Mode', 'new', '2026-03-10'],
    ['shop', 'Guest Checkout', 'abandoned', '2026-01-15'],
    ['shop', '260401-refunds.md', '', '2026-04-01'],
    ['shop', 'Someday', '', null],
  ])
})

test('tags of entries, archives and front matter; categories of entries', async () => {
  const { tags, categories } = await overviewOf(cleanWorkspace)
  expect(tags.slice(0, 4)).toEqual([
    { name: 'plugin', count: 4 },
    { name: 'checkout', count: 3 },
    { name: 'workflow', count: 3 },
    { name: 'xstate', count: 3 },
  ])
  // One that only an archive has, one that only a plan has.
  expect(tags).toContainEqual({ name: 'node', count: 1 })
  expect(tags).toContainEqual({ name: 'sandbox', count: 1 })
  expect(categories[0]).toEqual({ name: 'architecture', count: 4 })
  expect(categories.reduce((sum, { count }) => sum + count, 0)).toBe(15)
})

test('what lies in an archive is archived', async () => {
  const { memories } = await checkLiteral(cleanWorkspace)
  const memory = memoryFor(memories, workspace)
  if (!memory) throw new Error('no memory')
  const { archived, superseded } = setAside(memory)
  expect([...archived].map(({ title }) => title)).toEqual([
    'Plugins are loaded by name',
    'Tests run on the current Node only',
  ])
  expect(superseded.size).toBe(0)
})
