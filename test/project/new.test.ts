import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planNew } from '../../scripts/new/plan-new.ts'
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
  [['rule', 'baseline'], 'src/rules/engine-rules.ts has the rule baseline\n'],
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
])('nothing is written for %j', (args, err) => {
  expect(planNew(args)).toEqual(err)
})

test('a rule of a layout names the Markdown kinds of the layout, and what to do with them', () => {
  const made = planNew(['rule', 'my-rule', 'log'])
  if (typeof made === 'string') throw new Error(made)
  const [rule] = made.files
  expect(rule?.text).toContain(
    "  kinds: ['log', 'log-append-only', 'log-immutable', 'log-archive'],\n  subject: 'document',\n",
  )
  expect(made.next[0]).toContain('of `kinds` those that it looks at')
  const shared = planNew(['rule', 'my-rule'])
  expect(typeof shared === 'string' ? '' : shared.files[0]?.text).not.toContain('kinds:')
})

test('why nothing is written is printed', async () => {
  expect(await make('rule', 'schema')).toEqual({ code: 2, out: '', err: 'src/rules/schema.ts exists\n' })
})

test('what is new is green without an edit', { timeout: TIMEOUT }, async () => {
  const rule = await make('rule', 'my-rule')
  expect(rule).toMatchObject({ code: 0, err: '' })
  expect(rule.out).toContain('\nNext:\n  1. Fill in src/rules/my-rule.ts')
  expect(readFileSync(join(copy, 'docs/rules/my-rule.md'), 'utf8')).toMatch(/^# my-rule$/m)
  let tests = testsNamed(rule)
  expect(tests).toEqual(['test/rules/my-rule.test.ts', 'test/project/planted.test.ts'])
  const layout = await make('layout', 'field-notes')
  expect(layout).toMatchObject({ code: 0, err: '' })
  expect(testsNamed(layout)).toContain('test/layouts/field-notes')
  if (LONG) {
    const operations = [
      await make('operation', 'count-notes', 'field-notes'),
      await make('operation', 'count-records', 'adr'),
    ]
    for (const made of operations) expect(made).toMatchObject({ code: 0, err: '' })
    tests = [...new Set([rule, layout, ...operations].flatMap(testsNamed))]
    expect(await generate(copy, '--check')).toEqual(GREEN)
    expect(await node(copy, 'node_modules/typescript/bin/tsc', '--noEmit')).toEqual(GREEN)
  }
  const ofLayouts = [
    'src/layouts/field-notes',
    'test/layouts/field-notes',
    'test/layouts/workspace/planted.ts',
  ]
  const written = ['src/rules', 'test/rules/my-rule.test.ts', ...ofLayouts]
  const biome = await node(
    copy,
    'node_modules/@biomejs/biome/bin/biome',
    'check',
    ...(LONG ? ['src', 'test', 'scripts'] : written),
  )
  expect(biome).toMatchObject({ code: 0, err: '' })
  if (LONG) {
    // Copies of copies take long: what `layouts.test.ts` does in them has a case of its own for the template.
    const run = await node(copy, 'scripts/test-with.mjs', 'MEMKEEP_LONG=0', ...tests)
    expect(run, run.out + run.err).toMatchObject({ code: 0 })
  } else {
    const files = [...tests, ...FIELD_NOTES, 'test/layouts/items-say.test.ts']
    const names = 'my-rule|field-notes|every rule has a planted violation|a note is planned'
    expect(await passedInBundle(copy, files, names)).toEqual([
      'rule my-rule is registered, has cases, and no case twice',
      'rule my-rule accepts a heading without a colon',
      'rule my-rule finds a heading with a colon',
      'rule my-rule fixes a heading with a colon',
      "a clean memory of 'field-notes' gives no finding",
      'every rule has a planted violation',
      "'field-notes': 'field-notes-title' is found alone, at its line",
      "'workspace': 'my-rule' is found alone, at its line",
      "'field-notes': 'field-notes-title' is no new finding where lines have moved",
      "'workspace': 'my-rule' is no new finding where lines have moved",
      'rule field-notes-title is registered, has cases, and no case twice',
      'rule field-notes-title accepts a title without a full stop',
      'rule field-notes-title finds a title with a full stop',
      'rule field-notes-title fixes a title with a full stop',
      'a note is planned with all that is given; where it is there, nothing is',
      "'field-notes' is found by its example, without any setting",
      "'field-notes' an item whose text says when it is from has a date",
      "'field-notes' what of its example is meant to be true now, by kind, is listed with its date where it has one",
    ])
  }
})

/** The tests in the folder of a new layout. */
const FIELD_NOTES = [
  'test/layouts/field-notes/rules/field-notes-title.test.ts',
  'test/layouts/field-notes/operations/add-field-notes.test.ts',
]

/** The tests that the last step names. */
function testsNamed({ out }: Ended): readonly string[] {
  const [, named = ''] = /^ +\d+\. npm test -- (.*)$/m.exec(out) ?? []
  return named.split(' ')
}

const VITEST = 'node_modules/vitest/vitest.mjs'

/**
 * Runs the tests of a copy that have such names, bundled with its sources: a thousand files take longer to load than to test.
 * Gives the names of those that pass.
 */
async function passedInBundle(copy: string, tests: readonly string[], names: string): Promise<string[]> {
  const [outfile, config] = ['all.test.mjs', 'bundled.config.mjs']
  await build({
    stdin: { contents: tests.map((path) => `import './${path}'`).join('\n'), resolveDir: copy },
    outfile: join(copy, outfile),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'error',
    define: { MEMKEEP_VERSION: '"0.0.0-source"' },
  })
  const setup = `include: ['${outfile}'], setupFiles: ['test/helpers/pure.ts']`
  writeFileSync(join(copy, config), `export default { test: { ${setup} } }\n`)
  const flags = ['--config', config, '--testNamePattern', names, '--reporter', 'json']
  const { out, err } = await node(copy, VITEST, 'run', ...flags)
  expect(err).toBe('')
  const { testResults } = JSON.parse(out) as {
    testResults: { assertionResults: { fullName: string; status: string }[] }[]
  }
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .flatMap(({ fullName, status }) => (status === 'passed' ? [fullName] : []))
}
