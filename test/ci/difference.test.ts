import { expect, test } from 'vitest'
import { differencesOf } from '../../src/ci/ci.ts'
import type { MemoryDifference } from '../../src/core/changes/memory-difference.ts'
import { checkLiteral, type Files } from '../helpers/check-literal.ts'
import { cleanWorkspace } from '../helpers/clean-workspace.ts'
import { cleanAtomic, DECISION, GOAL, item, OLD_DECISION, TASK } from '../layouts/atomic/items.ts'
import { clean as cleanCowork } from '../layouts/cowork/planted.ts'
import { cleanWorkingMemory, STATE, T2 } from '../layouts/working-memory/task-files.ts'

async function between(before: Files, after: Files): Promise<readonly MemoryDifference[]> {
  return differencesOf(await checkLiteral(before), await checkLiteral(after))
}

/** The one difference, without what is empty and what loads into every conversation. */
async function said(before: Files, after: Files): Promise<object> {
  const [difference, ...more] = await between(before, after)
  expect(more).toEqual([])
  const {
    layout,
    budgets: _,
    tags,
    ...lists
  } = difference ?? {
    layout: '',
    budgets: null,
    tags: { new: [], gone: [] },
  }
  const named = Object.entries({ ...lists, ...tags }).filter(([, list]) => list.length > 0)
  return { layout, ...Object.fromEntries(named) }
}

const LOG = 'user/memory/workspaces/devtools/decisions.md'
const ARCHIVE = 'user/memory/workspaces/devtools/_archive/decisions-2025.md'

function edited(files: Files, path: string, from: string | RegExp, to: string): Files {
  const text = String(files[path])
  const after = text.replace(from, to)
  expect(after).not.toBe(text)
  return { ...files, [path]: after }
}

const FIRST = /### \[2026-01-12\][\s\S]*?\n---\n\n/

test('nothing changed: one difference for each layout that has memory, and nothing in it', async () => {
  const all = { ...cleanWorkspace, ...cleanAtomic, ...cleanCowork, ...cleanWorkingMemory }
  const differences = await between(all, all)
  expect(differences.map(({ layout }) => layout).sort()).toEqual([
    'atomic',
    'cowork',
    'working-memory',
    'workspace',
  ])
  for (const { layout: _, budgets, ...lists } of differences) {
    expect(budgets.before).toEqual(budgets.after)
    expect(lists).toEqual({
      added: [],
      changed: [],
      superseded: [],
      archived: [],
      removed: [],
      lost: [],
      tags: { new: [], gone: [] },
    })
  }
})

test('an entry with another title and another tag', async () => {
  const titled = edited(
    cleanWorkspace,
    LOG,
    'One lockfile for all packages',
    'Every package has one lockfile',
  )
  expect(await said(cleanWorkspace, edited(titled, LOG, 'pnpm, monorepo', 'npm, monorepo'))).toEqual({
    layout: 'workspace',
    changed: [
      {
        path: LOG,
        line: 5,
        kind: 'decision',
        title: 'Every package has one lockfile',
        fields: ['tags', 'title'],
      },
    ],
    new: ['npm'],
    gone: ['pnpm'],
  })
})

test('an entry that is archived, lost, or new', async () => {
  const [entry = ''] = FIRST.exec(String(cleanWorkspace[LOG])) ?? []
  const lost = edited(cleanWorkspace, LOG, FIRST, '')
  const archived = { ...lost, [ARCHIVE]: `${lost[ARCHIVE]}\n${entry}` }
  const at = { line: 5, kind: 'decision', title: 'One lockfile for all packages' }
  expect(await said(cleanWorkspace, archived)).toEqual({
    layout: 'workspace',
    archived: [{ ...at, line: 21, path: ARCHIVE, from: LOG }],
  })
  expect(await said(cleanWorkspace, lost)).toEqual({
    layout: 'workspace',
    lost: [{ ...at, path: LOG }],
    gone: ['pnpm'],
  })
  expect(await said(lost, cleanWorkspace)).toEqual({
    layout: 'workspace',
    added: [{ ...at, path: LOG }],
    new: ['pnpm'],
  })
})

test('what loads into every conversation, before and after', async () => {
  const path = 'agent/rules/common/workspace-workflow.md'
  const after = { ...cleanWorkspace, [path]: `${cleanWorkspace[path]}\nOne line more.\n` }
  const [difference] = await between(cleanWorkspace, after)
  const lines = (side: 'before' | 'after'): number | undefined =>
    difference?.budgets[side].find(({ name }) => name === 'hot memory')?.lines
  expect(lines('after')).toBe(Number(lines('before')) + 2)
})

test('the atomic layout: a decision that is superseded, one that is not any more, a goal, a task', async () => {
  const newer = 'memory/decisions/newer.md'
  const next = item({ id: 'dec-0099', title: 'No queue at all', supersedes: 'dec-0002' })
  expect(await said(cleanAtomic, { ...cleanAtomic, [newer]: next })).toMatchObject({
    added: [{ path: newer, title: 'No queue at all' }],
    superseded: [{ path: DECISION, kind: 'decision' }],
  })
  const freed = edited(cleanAtomic, DECISION, /supersedes: .*\n/, '')
  expect(await said(freed, cleanAtomic)).toMatchObject({
    changed: [{ path: DECISION, fields: ['supersedes'] }],
    superseded: [{ path: OLD_DECISION }],
  })
  const { [GOAL]: goal = '', ...others } = cleanAtomic
  const done = 'memory/goals/archive/offline-mode.md'
  expect(await said(cleanAtomic, { ...others, [done]: goal })).toEqual({
    layout: 'atomic',
    archived: [expect.objectContaining({ path: done, from: GOAL })],
  })
  expect(await said(cleanAtomic, edited(cleanAtomic, TASK, 'in_progress', 'done'))).toMatchObject({
    changed: [{ path: TASK, fields: ['status'] }],
  })
})

test('working memory: a mark archives an entry in its place', async () => {
  const mark = `    added: ${T2}\n    archived: { at: ${T2}, reason: no }\nverbatim_context:`
  const after = edited(cleanWorkingMemory, STATE, `    added: ${T2}\nverbatim_context:`, mark)
  expect(await said(cleanWorkingMemory, after)).toMatchObject({
    layout: 'working-memory',
    archived: [{ path: STATE, from: STATE, kind: 'learning' }],
  })
})

test('cowork: an iteration that is cleared as a whole is no loss', async () => {
  const path = '.cowork/memory/iterations/iter-3.json'
  const { [path]: _, ...after } = cleanCowork
  expect(await said(cleanCowork, after)).toEqual({ layout: 'cowork' })
})
