import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyProject, type Ended, generate, node } from '../helpers/project-copy.ts'
import { LONG } from '../helpers/runs.ts'

/** Compilers side by side take their time on a busy machine. */
const TIMEOUT = 240_000

const GREEN = { code: 0, out: '', err: '' }

let copy = ''

/** The project with its tests: new things have tests. */
beforeAll(() => {
  copy = realpathSync(mkdtempSync(join(tmpdir(), 'memkeep-new-')))
  copyProject(copy)
  for (const path of ['test', 'bench', 'vitest.config.ts', 'biome.json', '.gitignore'])
    cpSync(path, join(copy, path), { recursive: true, verbatimSymlinks: true })
})
afterAll(() => rmSync(copy, { recursive: true, force: true, maxRetries: 3 }))

function make(...args: readonly string[]): Promise<Ended> {
  return node(copy, 'scripts/run.mjs', 'scripts/new.ts', ...args)
}

test.each([
  [['rule', 'My_rule'], '"My_rule" is not lower-case words with hyphens, such as heading-stop\n'],
  [['rule', 'schema'], 'src/rules/schema.ts exists\n'],
  [['rule', 'supersedes', 'adr'], 'src/layouts/atomic/rules/supersedes.ts exists\n'],
  [['rule', 'my-rule', 'adrs'], expect.stringMatching(/^there is no layout "adrs": adr, agent-memory, /)],
  [['layout', 'adr'], 'src/layouts/adr exists\n'],
  [['layout', '../adr'], expect.stringMatching(/^"\.\.\/adr" is not lower-case words/)],
  [['operation', 'count', 'adr'], '"count" is not verb-noun, such as count-items\n'],
  [
    ['operation', 'get-record', 'adr'],
    expect.stringMatching(/^src\/layouts\/agent-memory\/operations\/get-record\.ts exists/),
  ],
  [['operation', 'count-records'], expect.stringMatching(/^usage: npm run new rule NAME \[LAYOUT\]\n/)],
  [[], expect.stringMatching(/^usage: /)],
])('nothing is written for %j', async (args, err) => {
  expect(await make(...args)).toEqual({ code: 2, out: '', err })
})

test('what is new is green without an edit', { timeout: TIMEOUT }, async () => {
  const rule = await make('rule', 'my-rule')
  expect(rule).toMatchObject({ code: 0, err: '' })
  expect(rule.out).toContain('\nNext:\n  1. Fill in src/rules/my-rule.ts')
  expect(readFileSync(join(copy, 'docs/rules/my-rule.md'), 'utf8')).toMatch(/^# my-rule$/m)
  const tests = ['test/rules/my-rule.test.ts', 'test/project/planted.test.ts']
  if (LONG) {
    expect(await make('layout', 'field-notes')).toMatchObject({ code: 0, err: '' })
    expect(await make('operation', 'count-notes', 'field-notes')).toMatchObject({ code: 0, err: '' })
    expect(await make('operation', 'count-records', 'adr')).toMatchObject({ code: 0, err: '' })
    expect(await generate(copy, '--check')).toEqual(GREEN)
    expect(await node(copy, 'node_modules/typescript/bin/tsc', '--noEmit')).toEqual(GREEN)
    tests.push(
      'test/layouts/field-notes',
      'test/layouts/adr/operations',
      'test/operations/declarations.test.ts',
    )
  }
  const written = ['src/rules', 'test/rules/my-rule.test.ts', 'test/layouts/workspace/planted.ts']
  const biome = await node(
    copy,
    'node_modules/@biomejs/biome/bin/biome',
    'check',
    ...(LONG ? ['src', 'test', 'scripts'] : written),
  )
  expect(biome).toMatchObject({ code: 0, err: '' })
  const run = await node(copy, 'node_modules/vitest/vitest.mjs', 'run', ...tests)
  expect(run, run.out + run.err).toMatchObject({ code: 0 })
})
