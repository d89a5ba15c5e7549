import { expect, test } from 'vitest'
import { runCheck } from '../../src/engine/check.ts'
import * as library from '../../src/index.ts'
import { runIndex } from '../../src/maintain/rebuild-index.ts'
import { saveMemory, searchEverything } from '../../src/operations/library.ts'
import { tempRepo } from '../helpers/temp-repo.ts'

const LOG = '### [2026-01-02] Old\n\n**Category:** general\n**Tags:** a\n\nIt was so.\n\n---\n'

function shop(): string {
  const repo = tempRepo()
  repo.write('user/memory/workspaces/shop/decisions.md', `# Decisions\n\n${LOG}`)
  return repo.dir
}

test('a check and a rebuild need no options but the folder', async () => {
  const cwd = shop()
  expect((await runCheck({ cwd })).report.summary).toMatchObject({ items: 1, errors: 1 })
  expect((await runIndex({ cwd })).written).toEqual(['user/memory/workspaces/shop/_index.yaml'])
  expect((await runCheck({ cwd })).report.summary).toMatchObject({ items: 1, errors: 0 })
})

test('without any the working directory is checked', async () => {
  expect((await runCheck()).report.diagnostics.every(({ path }) => !path.startsWith('/'))).toBe(true)
})

const HINT = 'docs/library.md of memkeep lists the options.'

async function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => null,
    (error: unknown) => error,
  )
}

test.each([
  [null, 'runCheck takes an object of options'],
  [{ cwd: 5 }, '`cwd` of runCheck is the path of a folder, not 5'],
  [{ paths: 'docs' }, '`paths` of runCheck is a list of texts, not "docs"'],
  [{ source: 'staged' }, /^`source` of runCheck is \{ kind: 'work-tree' \}, .*, not "staged"$/],
  [{ source: { kind: 'revision' } }, /^`source` of runCheck is/],
  [{ today: 'yesterday' }, '`today` of runCheck is a day as YYYY-MM-DD, not "yesterday"'],
  [{ today: '2026-02-30' }, '`today` of runCheck is a day as YYYY-MM-DD, not "2026-02-30"'],
  [{ fix: 'yes' }, '`fix` of runCheck is true or false, not "yes"'],
  [{ parser: 'fast' }, "`parser` of runCheck is 'auto' or 'remark', not \"fast\""],
  [{ pathes: [] }, 'runCheck has no option `pathes`'],
  [{ toString: 1 }, 'runCheck has no option `toString`'],
])('a check refuses %j by name', async (options, message) => {
  const error = await errorOf(runCheck(options as never))
  expect(error).toMatchObject({ name: 'UserError', hint: HINT })
  expect((error as Error).message).toMatch(message)
})

test.each([
  [{ check: 1 }, '`check` of runIndex is true or false, not 1'],
  [{ fix: true }, 'runIndex has no option `fix`'],
  [{ today: 'yesterday' }, '`today` of runIndex is a day as YYYY-MM-DD, not "yesterday"'],
])('a rebuild refuses %j by name', async (options, message) => {
  expect(await errorOf(runIndex(options as never))).toMatchObject({ name: 'UserError', message, hint: HINT })
})

test.each([
  [{ dir: '.' }, 'memory_search has no option `dir`'],
  [{ settings: [] }, '`settings` of memory_search is an object of settings, not []'],
  [{ signal: {} }, '`signal` of memory_search is an AbortSignal, not {}'],
  [
    { today: 'yesterday' },
    '`today` of memory_search is a day as YYYY-MM-DD, or a timestamp with its zone, not "yesterday"',
  ],
])('an operation refuses %j by name', async (options, message) => {
  const error = await errorOf(searchEverything({ query: 'x' }, options as never))
  expect(error).toMatchObject({ name: 'UserError', message, hint: HINT })
})

test('every function throws for a folder that is not there', async () => {
  const wrong = { name: 'UserError', message: 'there is no directory /nonexistent', hint: 'Check the path.' }
  const options = { cwd: '/nonexistent' }
  for (const call of [runCheck(options), runIndex(options), searchEverything({ query: 'x' }, options)])
    expect(await errorOf(call)).toMatchObject(wrong)
})

test('what is undefined is not given', async () => {
  const given = { cwd: shop(), today: undefined, config: undefined, base: undefined }
  expect((await runCheck(given as never)).report.summary.items).toBe(1)
})

test('a call that was cancelled is refused, and writes nothing', async () => {
  const { dir, git } = tempRepo()
  const signal = AbortSignal.abort()
  const lesson = { scope: { workspace: 'shop' }, type: 'lesson', title: 'T', content: 'So.' } as const
  const saved = await saveMemory(lesson, { cwd: dir, signal })
  expect(saved).toMatchObject({ refusal: 'The call was cancelled', help: 'Nothing was written.' })
  expect(git('status', '--porcelain')).toBe('')
  const found = await searchEverything({ query: 'x' }, { cwd: dir, signal })
  expect(found).toMatchObject({ refusal: 'The call was cancelled' })
})

/** What a caller without types passes: a wrong type, a list for an object, values that are no JSON. */
const WRONG: readonly unknown[] = [null, 5, 'x', true, [], [5], () => 1, Symbol('a'), 10n, Number.NaN]
type Call = (...given: unknown[]) => unknown
const CALLS = new Map(
  Object.entries(library).flatMap(([name, call]) => (name === 'UserError' ? [] : [[name, call as Call]])),
)

/** `null` and `'x'` as arguments of an operation, or as a text, may be right: what matters is that nothing else is thrown. */
async function outcome(call: () => unknown): Promise<string> {
  try {
    const found = await call()
    return typeof found === 'object' && found !== null && 'refusal' in found ? 'refused' : 'done'
  } catch (error) {
    return error instanceof Error && error.name === 'UserError' ? 'UserError' : String(error)
  }
}

test.each([...CALLS])('%s throws nothing but a UserError for values of any type', async (_, call) => {
  const options = { cwd: tempRepo().dir }
  const found = new Set<string>()
  for (const wrong of [undefined, {}, ...WRONG]) found.add(await outcome(() => call(wrong, options)))
  for (const wrong of WRONG) found.add(await outcome(() => call(wrong, wrong, wrong)))
  expect([...found].filter((one) => !['refused', 'done', 'UserError'].includes(one))).toEqual([])
  expect(found).toContain('UserError')
})

const UPDATE = { progress: null, learnings: null, verbatim: null }
const STATE = { updated: null, current_progress: null, key_learnings: [], verbatim_context: [] }
const NOW = { now: '2026-11-28T09:00:00Z' }
const EMPTY = library.literalSnapshot({})

test.each<[string, unknown[], string | RegExp]>([
  ['runCheck', [[]], 'runCheck takes an object of options'],
  ['runCheck', [{ source: { kind: 'staged', revision: 'HEAD' } }], /^`source` of runCheck is/],
  ['runCheck', [{ source: { kind: 'work-tree', path: 'a' } }], /^`source` of runCheck is/],
  ['parseUpdate', [5], 'the text of parseUpdate is a text, not 5'],
  ['parseUpdate', [], 'the text of parseUpdate is a text, not undefined'],
  ['printUpdate', [{}], 'the update of printUpdate is an update as parseUpdate gives it, not {}'],
  ['printUpdate', [{ ...UPDATE, progress: {} }], /^the update of printUpdate is an update/],
  ['printUpdate', [{ ...UPDATE, learnings: { add: [{}], archive: [] } }], /^the update of printUpdate is/],
  ['printUpdate', [{ ...UPDATE, verbatim: { add: [], archive: [5] } }], /^the update of printUpdate is/],
  ['applyUpdate', [{}, UPDATE, NOW], /^the state of applyUpdate is the state of a task/],
  ['applyUpdate', [{ ...STATE, key_learnings: [{}] }, UPDATE, NOW], /^the state of applyUpdate is/],
  ['applyUpdate', [STATE, {}, NOW], /^the update of applyUpdate is/],
  ['applyUpdate', [STATE, UPDATE], 'applyUpdate takes an object of options'],
  ['applyUpdate', [STATE, UPDATE, {}], '`now` of applyUpdate is a timestamp with its zone, not undefined'],
  ['applyUpdate', [STATE, UPDATE, { ...NOW, stric: true }], 'applyUpdate has no option `stric`'],
  ['applyUpdate', [STATE, UPDATE, { ...NOW, problems: [5] }], /^`problems` of applyUpdate is/],
  ['applyUpdate', [STATE, UPDATE, { ...NOW, above: {} }], /^`above` of applyUpdate is/],
  ['applyEdits', ['a', [{ start: -1, end: 0, text: '' }]], /^the second argument of applyEdits is a list of/],
  ['applyEdits', ['abc', [{ start: 3, end: 0, text: 'x' }]], /whose end is not before their start/],
  ['applyEdits', ['a', [{ start: 0, end: 1 }]], /^the second argument of applyEdits is/],
  ['literalSnapshot', [{ 'a.md': 5 }], /^the first argument of literalSnapshot is an object from each path/],
  ['literalSnapshot', [{}, 5], 'the label of literalSnapshot is a text, not 5'],
  ['overlay', [{}, new Map()], /^the first argument of overlay is a snapshot/],
  ['overlay', [EMPTY, {}], /^the plan of overlay is a Map/],
  ['overlay', [EMPTY, new Map([['a.md', { kind: 'texts' }]])], /^the plan of overlay is/],
  ['overlay', [EMPTY, new Map([['a.md', { kind: 'move' }]])], /^the plan of overlay is/],
  ['overlay', [EMPTY, new Map(), 5], /^the third argument of overlay is a function/],
])('%s%j is refused in one line', async (name, given, message) => {
  const error = await errorOf((async () => CALLS.get(name)?.(...given))())
  expect(error).toMatchObject({ name: 'UserError', message: expect.stringMatching(message) })
  expect((error as Error).message).not.toContain('\n')
})

test('a fix of anything but the work tree is refused, and works without one of the two', async () => {
  const repo = tempRepo()
  repo.write('AGENTS.md', '# Rules\n')
  repo.commit('Add rules')
  const revision = { kind: 'revision', revision: 'HEAD' } as const
  for (const source of [revision, { kind: 'staged' } as const]) {
    const error = await errorOf(runCheck({ cwd: repo.dir, fix: true, source }))
    expect(error).toMatchObject({
      name: 'UserError',
      message: '`fix` of runCheck is for the work tree alone',
      hint: 'Leave out `fix`, or `source`.',
    })
    expect((await runCheck({ cwd: repo.dir, source })).fixedFiles).toEqual([])
  }
  expect((await runCheck({ cwd: repo.dir, fix: true })).fixedFiles).toEqual([])
})
