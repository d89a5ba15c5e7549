import { expect, test } from 'vitest'
import { runCheck } from '../../src/engine/check.ts'
import { runIndex } from '../../src/maintain/rebuild-index.ts'
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

test.each([
  [null, 'runCheck takes an object of options'],
  [{ cwd: 5 }, '`cwd` is the path of a folder'],
  [{ paths: 'docs' }, '`paths` and `skip` are lists of texts'],
  [{ source: 'staged' }, /^`source` is \{ kind: 'work-tree' \}/],
  [{ source: { kind: 'revision' } }, /^`source` is/],
])('%j is refused by name', async (options, message) => {
  const error = await runCheck(options as never).catch((one: unknown) => one)
  expect(error).toMatchObject({ name: 'UserError', hint: expect.stringContaining('docs/library.md') })
  expect((error as Error).message).toMatch(message)
})
