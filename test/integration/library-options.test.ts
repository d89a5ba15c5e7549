import { expect, test } from 'vitest'
import { runCheck } from '../../src/engine/check.ts'
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

const HINT = 'docs/library.md of memkeep lists the options: every one has a default.'

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
