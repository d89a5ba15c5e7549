import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { memkeep } from '../helpers/setup.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'
import { ci } from './ci/ci-repo.ts'
import { type CommitRepo, commitRepo } from './commit/commit-repo.ts'
import { decisions, type Files, memory, SHOP } from './commit/memory-files.ts'

// `loosened: error` refuses a change that loosens and does something else. The way out is a change that does nothing else: it is
// walked here as a maintainer would, in CI, and by the hook where a commit is made.

const STRICT = 'rules: { loosened: error }\n'
const HOT = 'agent/rules/common/workspace-workflow.md'
const hot = (lines: number): string => `# Workflow\n\n<!-- budget: ${lines} lines -->\n\n- One step.\n`
const LINKED = decisions(1).replace('Reason 1', '[gone](gone.md) Reason 1')
const COUNTS = (count: number): string =>
  `${JSON.stringify({ version: 1, findings: { [SHOP.decisions]: { 'link-resolves': count } } })}\n`
const HOOK = '# >>> memkeep >>>\ntrue\n# <<< memkeep <<<\nnpm test\n'
const NEWER = HOOK.replace('true', 'another version of memkeep')
const DEPENDS = (version: string): string =>
  `{ "devDependencies": { "memkeep": "file:vendor/memkeep-${version}.tgz" } }\n`
const WORKFLOW = '.github/workflows/memory.yml'

function strict(base: Files = {}): CommitRepo {
  const files = { ...memory('shop', { decisions: [1], lessons: [1] }), 'memkeep.yaml': STRICT, ...base }
  const repo = commitRepo({ files })
  repo.git('checkout', '--quiet', '-b', 'topic')
  return repo
}

function commitAll(repo: TempRepo): void {
  repo.git('add', '--all')
  repo.git('commit', '--quiet', '--no-verify', '-m', 'change')
}

/** What CI says of a change: its exit code and the lines of `loosened`. */
async function judged(repo: TempRepo): Promise<readonly [number, ...string[]]> {
  commitAll(repo)
  const ran = await ci(repo, null, '--base', 'main')
  return [ran.code, ...ran.found.filter((one) => one.endsWith(' loosened'))]
}

type Row = {
  readonly name: string
  readonly base?: Files
  readonly change: Files
  readonly gone?: readonly string[]
  readonly said: readonly string[]
}

describe('a change of nothing but the loosening is named, and passes', () => {
  const ROWS: readonly Row[] = [
    {
      name: 'a rule that is off',
      change: { 'memkeep.yaml': 'rules: { loosened: error, item-lost: off }\n' },
      said: ['memkeep.yaml:1 warning loosened'],
    },
    {
      name: 'the rule itself',
      change: { 'memkeep.yaml': 'rules: { loosened: warning }\n' },
      said: ['memkeep.yaml:1 warning loosened'],
    },
    {
      name: 'a budget in its comment',
      base: { [HOT]: hot(40) },
      change: { [HOT]: hot(80) },
      said: [`${HOT}:1 warning loosened`],
    },
    {
      name: 'a suppression of what is there',
      base: { [SHOP.decisions]: LINKED },
      change: {
        [SHOP.decisions]: LINKED.replace(
          '\n\n',
          '\n\n<!-- memkeep-disable link-resolves -- it was lost -->\n\n',
        ),
      },
      said: [expect.stringMatching(/decisions\.md:\d+ info loosened$/)],
    },
    {
      name: 'counts of the baseline',
      base: { [SHOP.decisions]: LINKED, 'memkeep-baseline.json': COUNTS(1) },
      change: { 'memkeep-baseline.json': COUNTS(2) },
      said: ['memkeep-baseline.json:1 warning loosened'],
    },
    {
      name: 'an update of memkeep, with what init writes',
      base: { '.husky/pre-commit': HOOK, 'package.json': '{}\n', 'vendor/memkeep-0.1.0.tgz': 'old' },
      gone: ['vendor/memkeep-0.1.0.tgz'],
      change: {
        '.husky/pre-commit': NEWER,
        'package.json': '{ "devDependencies": { "memkeep": "file:vendor/memkeep-0.2.0.tgz" } }\n',
        'vendor/memkeep-0.2.0.tgz': 'new',
      },
      said: ['.husky/pre-commit:1 warning loosened', 'vendor/memkeep-0.2.0.tgz:1 warning loosened'],
    },
    {
      name: 'an update of memkeep alone, in package.json, its lock file and vendor/',
      base: { 'package.json': DEPENDS('0.1.0'), 'vendor/memkeep-0.1.0.tgz': 'old' },
      gone: ['vendor/memkeep-0.1.0.tgz'],
      change: { 'package.json': DEPENDS('0.2.0'), 'vendor/memkeep-0.2.0.tgz': 'new' },
      said: ['package.json:1 warning loosened'],
    },
    {
      name: 'memkeep that is taken out with its workflow',
      base: { '.husky/pre-commit': HOOK, [WORKFLOW]: 'run: npx memkeep ci\n' },
      gone: [WORKFLOW],
      change: { '.husky/pre-commit': 'npm test\n' },
      said: ['.github/workflows/memory.yml:1 warning loosened', '.husky/pre-commit:1 warning loosened'],
    },
  ]

  test.each(ROWS.map((row) => [row.name, row] as const))(
    '%s',
    async (_, { base, change, gone = [], said }) => {
      const repo = strict(base)
      for (const path of gone) repo.remove(path)
      repo.stage(change)
      expect(await judged(repo)).toEqual([0, ...said])
    },
  )
})

describe('with something else it is refused', () => {
  const OFF = { 'memkeep.yaml': 'rules: { loosened: error, tag-near-duplicate: off }\n' }

  test('until the two are changes of their own, one after the other, as the help says', async () => {
    const repo = strict()
    const more = { [SHOP.decisions]: decisions(1, 2) }
    repo.stage({ ...OFF, ...more })
    expect(repo.stops()).toContain('All commits of a pull request count as one change')
    expect(await judged(repo)).toEqual([1, 'memkeep.yaml:1 error loosened'])

    repo.git('checkout', '--quiet', '-B', 'first', 'main')
    repo.stage(OFF)
    expect(repo.passes()).toContain('Nothing else is in this change, so it is not refused')
    expect((await ci(repo, null, '--base', 'main')).code).toBe(0)
    repo.git('checkout', '--quiet', 'main')
    repo.git('merge', '--quiet', '--ff-only', 'first')

    repo.git('checkout', '--quiet', '-b', 'second')
    repo.stage(more)
    repo.passes()
    expect(await ci(repo, null, '--base', 'main')).toMatchObject({ code: 0, found: [] })
  })

  test('also where each has a commit of its own, for CI takes a pull request as a whole', async () => {
    const repo = strict()
    repo.stage(OFF)
    const WHOLE = 'All commits of a pull request count as one change'
    expect(repo.passes()).toContain(WHOLE)
    const first = repo.git('rev-parse', 'HEAD')
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.passes()
    expect(await ci(repo, null, '--base', 'main')).toMatchObject({
      code: 1,
      found: ['memkeep.yaml:1 error loosened'],
      helps: [expect.stringContaining(WHOLE)],
    })

    repo.git('branch', '--quiet', 'second')
    repo.git('checkout', '--quiet', '-B', 'first', first)
    expect((await ci(repo, null, '--base', 'main')).code).toBe(0)
    repo.git('checkout', '--quiet', 'main')
    repo.git('merge', '--quiet', '--ff-only', 'first')
    repo.git('checkout', '--quiet', 'second')
    expect(await ci(repo, null, '--base', 'main')).toMatchObject({ code: 0, found: [] })
  })

  test.each([
    ['code', { 'src/a.ts': 'export const a = 1\n' }],
    [
      'a memory file that is more than a comment',
      { [SHOP.lessons]: '# Lessons\n\n<!-- a comment --> and words\n' },
    ],
  ])('be it %s', async (_, more) => {
    const repo = strict({ [SHOP.lessons]: '# Lessons\n' })
    repo.stage({ ...OFF, ...more })
    expect(await judged(repo)).toEqual([1, 'memkeep.yaml:1 error loosened'])
  })

  test('memkeep that goes from the hooks alone is an error, until a change before it has said so', async () => {
    const repo = strict({ '.husky/pre-commit': HOOK })
    repo.stage({ '.husky/pre-commit': 'npm test\n' })
    expect(await judged(repo)).toEqual([1, '.husky/pre-commit:1 error loosened'])

    repo.git('checkout', '--quiet', '-B', 'first', 'main')
    repo.stage({ 'memkeep.yaml': 'rules: { loosened: warning }\n' })
    expect((await judged(repo))[0]).toBe(0)
    repo.git('checkout', '--quiet', 'main')
    repo.git('merge', '--quiet', '--ff-only', 'first')
    repo.git('checkout', '--quiet', '-b', 'second')
    repo.stage({ '.husky/pre-commit': 'npm test\n' })
    expect(await judged(repo)).toEqual([0, '.husky/pre-commit:1 warning loosened'])
  })
})

describe('a change that only guards more loosens nothing', () => {
  const record = (number: number): string =>
    `# ${number}. A queue\n\n## Status\n\nAccepted\n\n## Context\n\nOne.\n`
  const RECORDS = { 'docs/records/0001-a.md': record(1), 'docs/records/0002-b.md': record(2) }
  const CHANGES = '# Changes\n\n## 2026-01-01: A\n\nIt is so.\n\n## 2026-01-05: B\n\nIt is so.\n'

  /** With the hook files that init writes. */
  async function installed(base: Files): Promise<TempRepo> {
    const repo = tempRepo()
    const files = { ...memory('shop', { decisions: [1], lessons: [1] }), 'memkeep.yaml': STRICT, ...base }
    for (const [path, text] of Object.entries(files)) repo.write(path, text)
    await memkeep(repo.dir, ['init', '--yes'])
    commitAll(repo)
    repo.git('checkout', '--quiet', '-b', 'topic')
    return repo
  }

  const PLACES = [
    ['folders of records', RECORDS, 'adr: { folders: [docs/records] }\n'],
    [
      'a log',
      { 'docs/changes.md': CHANGES },
      'logs: [{ path: docs/changes.md, entries: "## {date}: {title}" }]\n',
    ],
  ] as const

  test.each(PLACES)('%s', async (_, files, settings) => {
    const repo = strict(files)
    repo.stage({ 'memkeep.yaml': `${STRICT}${settings}`, 'src/a.ts': '' })
    const said = repo.passes()
    expect(said).not.toContain('may allow itself more')
    expect((await ci(repo, null, '--base', 'main')).found.filter((one) => one.endsWith('loosened'))).toEqual(
      [],
    )
  })

  test.each(PLACES)('%s, with the text that init writes into hooks for them', async (_, files, settings) => {
    const repo = await installed(files)
    const before = readFileSync(join(repo.dir, '.husky/pre-commit'), 'utf8')
    repo.write('memkeep.yaml', `${STRICT}${settings}`)
    await memkeep(repo.dir, ['init', '--yes'])
    expect(readFileSync(join(repo.dir, '.husky/pre-commit'), 'utf8')).not.toBe(before)
    expect(await judged(repo)).toEqual([0])
  })

  test('logs whose settings hold what is found anyway stay as they are, and one may become stricter', async () => {
    const kept = 'logs:\n  - { path: docs/decisions.md, entries: "## {date}: {title}" }\n'
    const repo = strict({ 'docs/decisions.md': CHANGES, 'memkeep.yaml': `${STRICT}${kept}` })
    repo.stage({ 'memkeep.yaml': `${STRICT}${kept}adr: { folders: [docs/records] }\n`, 'src/a.ts': '' })
    expect(await judged(repo)).toEqual([0])
    repo.stage({ 'memkeep.yaml': `${STRICT}${kept.replace('" }', '", history: append-only }')}` })
    expect(await judged(repo)).toEqual([0])
  })

  test('a log that its name finds may get stricter settings with the form that was found', async () => {
    const repo = strict({ 'docs/decisions.md': CHANGES })
    repo.stage({
      'memkeep.yaml': `${STRICT}logs: [{ path: docs/decisions.md, entries: "## {date}: {title}", history: immutable }]\n`,
      'src/a.ts': '',
    })
    expect(await judged(repo)).toEqual([0])
  })

  test('text in a hook that init does not write is named, however it looks', async () => {
    const repo = await installed({})
    const path = join(repo.dir, '.husky/pre-commit')
    const text = readFileSync(path, 'utf8')
    repo.write('.husky/pre-commit', text.replace('  status=127\n', '  exit 0\n'))
    expect(await judged(repo)).toEqual([0, '.husky/pre-commit:1 warning loosened'])
    repo.git('reset', '--quiet', '--hard', 'main')
    repo.write('evil/package.json', '{ "dependencies": { "memkeep": "1.0.0" } }\n')
    repo.write(
      '.husky/pre-commit',
      text.replace('for bin in ', "for bin in 'evil/node_modules/.bin/memkeep' "),
    )
    expect(await judged(repo)).toEqual([1, '.husky/pre-commit:1 error loosened'])
  })

  test('a log that is read as strictly no more, or not at all, is named', async () => {
    const repo = strict({
      'docs/changes.md': CHANGES,
      'memkeep.yaml': `${STRICT}logs: [{ path: docs/changes.md, history: immutable }]\n`,
    })
    repo.stage({
      'memkeep.yaml': `${STRICT}logs: [{ path: docs/changes.md }]\nadr: { folders: [docs/records] }\n`,
      'src/a.ts': '',
    })
    expect(await judged(repo)).toEqual([1, 'memkeep.yaml:1 error loosened'])
  })
})
