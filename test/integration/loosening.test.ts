import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '../helpers/runs.ts'
import { memkeep } from '../helpers/setup.ts'
import { checkout, ci, pullRequest } from './ci/ci-repo.ts'
import { type CommitRepo, commitRepo } from './commit/commit-repo.ts'
import { decisions, type Files, invalidDecisions, lessons, memory, SHOP } from './commit/memory-files.ts'

// A pull request that tries to talk the gate out of what it does, at once or in a merge.

const TOKEN = ['ghp', `${'aB3dE5gH7jK9'.repeat(3)}`].join('_')
const HOT = 'agent/rules/common/workspace-workflow.md'

type Attack = {
  readonly name: string
  /** What the base has. */
  readonly base?: Files
  /** Files of the base that the change deletes. */
  readonly gone?: readonly string[]
  readonly change: Files
  /** The rules whose errors stop it. */
  readonly stops: readonly string[]
  /** Arguments of every command. */
  readonly args?: readonly string[]
}

const FREE = 'history: { decisions: { mode: immutable } }\n'
const OLD = decisions(1, 2)
const SECRET = OLD.replace('Reason 2', `Reason 2 ${TOKEN}`)

function suppressing(rule: string, text: string): string {
  return `<!-- memkeep-disable ${rule} -- cleaning up -->\n\n${text}`
}

const PLAN = 'resources/workspaces/shop/_plans/260101-checkout.md'

function plan(body: string): string {
  return `---\nname: Checkout\ndescription: A new checkout.\nstatus: new\ncreated: 2026-01-01\n---\n\n# Checkout\n\n${body}`
}

const FACT =
  '---\nid: fact-1\ntitle: Port\ncreated: 2026-01-02\ntags: [ops]\nconfidence: 0.9\nsource: docs\n---\n\nIt listens on 8080.\n'

function hot(lines: number, budget = ''): string {
  return `${budget}# Workflow\n\n${Array.from({ length: lines }, (_, i) => `- Step ${i}.`).join('\n')}\n`
}

const budgets = (count: number): string => `<!-- budget: ${count} lines -->\n\n`

const ATTACKS: readonly Attack[] = [
  {
    name: 'an immutable log is replaced by a suppression of history',
    base: { 'memkeep.yaml': FREE, [SHOP.decisions]: OLD },
    change: { [SHOP.decisions]: suppressing('history, item-lost', '# Decisions\n') },
    stops: ['history'],
  },
  {
    name: 'an entry is edited under a suppression of the next line',
    base: { 'memkeep.yaml': FREE, [SHOP.decisions]: OLD },
    change: {
      [SHOP.decisions]: OLD.replace('Reason 2', 'Another reason').replace(
        '### [2025-01-02]',
        '<!-- memkeep-disable-next-line history -- typo -->\n### [2025-01-02]',
      ),
    },
    stops: ['history'],
  },
  {
    name: 'a token comes with a suppression of no-secret',
    base: { [SHOP.decisions]: OLD },
    change: { [SHOP.decisions]: suppressing('no-secret', SECRET) },
    stops: ['no-secret'],
  },
  {
    name: 'an old suppression is moved above other entries',
    base: {
      'memkeep.yaml': FREE,
      [SHOP.decisions]: `${OLD}\n<!-- memkeep-disable history -- living from here on -->\n`,
    },
    change: {
      [SHOP.decisions]: OLD.replace('Reason 2', 'Another reason').replace(
        '# Decisions\n',
        '# Decisions\n\n<!-- memkeep-disable history -- living from here on -->\n',
      ),
    },
    stops: ['history'],
  },
  {
    name: 'the line below an old suppression gets a token',
    base: {
      [SHOP.decisions]: OLD.replace(
        'Reason 2',
        '<!-- memkeep-disable-next-line no-secret -- an example -->\nghp_example Reason 2',
      ),
    },
    change: {
      [SHOP.decisions]: OLD.replace(
        'Reason 2',
        `<!-- memkeep-disable-next-line no-secret -- an example -->\n${TOKEN} Reason 2`,
      ),
    },
    stops: ['no-secret'],
  },
  {
    name: 'an entry is dropped under a suppression of item-lost',
    base: { [SHOP.decisions]: OLD },
    change: { [SHOP.decisions]: suppressing('item-lost', decisions(1)), 'memkeep.yaml': 'rules: {}\n' },
    stops: ['item-lost'],
  },
  {
    name: 'a rule is turned off',
    base: { [SHOP.decisions]: OLD },
    change: {
      [SHOP.decisions]: invalidDecisions(1, 2, 3),
      'memkeep.yaml': 'rules: { entry-category: off }\n',
    },
    stops: ['entry-category'],
  },
  {
    name: 'a rule is lowered to a warning',
    base: { [SHOP.decisions]: OLD },
    change: { [SHOP.decisions]: SECRET, 'memkeep.yaml': 'rules: { no-secret: warning }\n' },
    stops: ['no-secret'],
  },
  {
    name: 'the root is moved, and bad entries and a token are left in the old place',
    base: { [SHOP.decisions]: OLD },
    change: {
      'memkeep.yaml': 'workspace: { memory: m2 }\n',
      'm2/shop/decisions.md': decisions(1, 2),
      [SHOP.decisions]: invalidDecisions(1, 2, 3).replace('Reason 2', `Reason 2 ${TOKEN}`),
    },
    stops: ['entry-category', 'no-secret'],
  },
  {
    name: 'the root is moved, and a rule is off where it goes',
    base: { [SHOP.decisions]: OLD },
    gone: [SHOP.decisions, SHOP.lessons, SHOP.index],
    change: {
      'memkeep.yaml': 'workspace: { memory: m2 }\nrules: { no-secret: off, entry-category: off }\n',
      'm2/shop/decisions.md': invalidDecisions(1, 2, 3).replace('Reason 2', `Reason 2 ${TOKEN}`),
      'm2/shop/lessons.md': lessons(1),
    },
    stops: ['entry-category', 'no-secret'],
  },
  {
    name: 'a budget in the settings is raised',
    base: { [HOT]: hot(20, budgets(80)) },
    change: {
      [HOT]: hot(400, budgets(500)),
      'memkeep.yaml': `hot: { lines: 900, tokens: 90000, budgets: { workspace-workflow.md: 500 } }\n`,
    },
    stops: ['hot-budget', 'hot-total'],
  },
  {
    name: 'a budget comment is raised',
    base: { [HOT]: hot(20, budgets(40)) },
    change: { [HOT]: hot(70, budgets(90)) },
    stops: ['hot-budget'],
  },
  {
    name: 'a budget comment is deleted',
    base: { [HOT]: hot(20, budgets(40)) },
    change: { [HOT]: hot(70) },
    stops: ['hot-budget'],
  },
  {
    name: 'the baseline counts what the change adds',
    base: {
      [SHOP.decisions]: OLD,
      'memkeep-baseline.json': `${JSON.stringify({ version: 1, findings: {} })}\n`,
    },
    change: {
      [SHOP.decisions]: invalidDecisions(1, 2, 3),
      'memkeep-baseline.json': `${JSON.stringify({ version: 1, findings: { [SHOP.decisions]: { 'entry-category': 1 } } })}\n`,
    },
    stops: ['entry-category'],
  },
  {
    name: 'the first baseline counts what the change adds',
    base: { [SHOP.decisions]: OLD },
    change: {
      [SHOP.decisions]: invalidDecisions(1, 2, 3),
      'memkeep-baseline.json': `${JSON.stringify({ version: 1, findings: { [SHOP.decisions]: { 'entry-category': 1 } } })}\n`,
    },
    stops: ['entry-category'],
  },
  {
    name: 'a file that --config names is loosened',
    args: ['--config', 'config/strict.yaml'],
    base: { 'config/strict.yaml': 'rules: {}\n', [SHOP.decisions]: OLD },
    change: {
      'config/strict.yaml': 'rules: { entry-category: off }\n',
      [SHOP.decisions]: invalidDecisions(1, 2, 3),
    },
    stops: ['entry-category'],
  },
  {
    name: 'a limit is raised',
    base: { 'memkeep.yaml': 'limits: { fileBytes: 4000 }\n', [SHOP.decisions]: OLD },
    change: {
      'memkeep.yaml': 'limits: { fileBytes: 400000 }\n',
      [SHOP.decisions]: OLD.replace('Reason 2', `${'Long reason. '.repeat(600)}Reason 2`),
    },
    stops: ['size-limit'],
  },
  {
    name: 'an old suppression is moved up in a file without items',
    base: {
      [PLAN]: plan('Words.\n\n<!-- memkeep-disable no-secret -- examples below -->\n\nMore words.\n'),
    },
    change: {
      [PLAN]: plan(`<!-- memkeep-disable no-secret -- examples below -->\n\n${TOKEN}\n\nWords.\n`),
    },
    stops: ['no-secret'],
  },
  {
    name: 'an entry above an old suppression of item-lost is deleted',
    base: {
      [SHOP.decisions]: OLD.replace(
        '### [2025-01-02]',
        '<!-- memkeep-disable item-lost -- pruned -->\n\n### [2025-01-02]',
      ),
    },
    change: {
      [SHOP.decisions]: decisions(2).replace(
        '### [2025-01-02]',
        '<!-- memkeep-disable item-lost -- pruned -->\n\n### [2025-01-02]',
      ),
    },
    stops: ['item-lost'],
  },
  {
    name: 'a limit is lowered until no file can be read',
    base: { 'memory/facts/a.md': FACT, [SHOP.decisions]: OLD },
    change: { 'memkeep.yaml': 'limits: { fileBytes: 20 }\n', [SHOP.decisions]: '# Decisions\n' },
    stops: ['item-lost'],
  },
  {
    name: 'settings that could not be read are loosened',
    base: { 'memkeep.yaml': 'newer: {}\n', [SHOP.decisions]: OLD },
    change: { 'memkeep.yaml': 'rules: { item-lost: off }\n', [SHOP.decisions]: decisions(1) },
    stops: ['item-lost'],
  },
  {
    name: 'the root is moved away from entries',
    base: { [SHOP.decisions]: OLD },
    change: { 'memkeep.yaml': 'workspace: { memory: m2 }\n', 'm2/shop/decisions.md': decisions(3) },
    stops: ['item-lost'],
  },
  {
    name: 'an old tombstone of another workspace has the name of an entry that goes',
    base: {
      [SHOP.decisions]: OLD,
      'user/memory/workspaces/desk/decisions.md': `${decisions(1)}\n<!-- memkeep-removed [2025-01-02] Choice 2 -- held a key -->\n`,
    },
    change: { [SHOP.decisions]: decisions(1) },
    stops: ['item-lost'],
  },
  {
    name: 'a layout is turned off',
    base: { [SHOP.decisions]: OLD },
    change: { 'memkeep.yaml': 'layouts: { workspace: off }\n', [SHOP.decisions]: SECRET },
    stops: ['no-secret'],
  },
  {
    name: 'a layout loses its signature',
    base: { [SHOP.decisions]: OLD },
    gone: [SHOP.lessons],
    change: { [SHOP.decisions]: `# Notes\n\n${TOKEN}\n` },
    stops: ['no-secret', 'item-lost'],
  },
  {
    name: 'a secret is allowed',
    base: { [SHOP.decisions]: OLD },
    change: {
      'memkeep.yaml': `secrets: { allow: ["sha256:${createHash('sha256').update(TOKEN).digest('hex')}"] }\n`,
      [SHOP.decisions]: SECRET,
    },
    stops: ['no-secret'],
  },
  {
    name: 'the settings are deleted',
    base: { 'memkeep.yaml': FREE, [SHOP.decisions]: OLD },
    gone: ['memkeep.yaml'],
    change: { [SHOP.decisions]: OLD.replace('Reason 2', 'Another reason') },
    stops: ['history'],
  },
  {
    name: 'new suppressions are let in by the change that adds one',
    base: { [SHOP.decisions]: OLD },
    change: {
      'memkeep.yaml': 'ci: { newSuppressions: report }\n',
      [SHOP.decisions]: suppressing('no-secret', SECRET),
    },
    stops: ['no-secret'],
  },
  {
    name: 'the history is set free',
    base: { 'memkeep.yaml': FREE, [SHOP.decisions]: OLD },
    change: {
      'memkeep.yaml': 'history: { decisions: { mode: free } }\n',
      [SHOP.decisions]: OLD.replace('Reason 2', 'Another reason'),
    },
    stops: ['history'],
  },
]

function attacked({ base = {}, change, gone = [] }: Attack): CommitRepo {
  const files = { ...memory('shop', { decisions: [1, 2], lessons: [1] }), ...base }
  const repo = commitRepo({ files })
  repo.git('checkout', '--quiet', '-b', 'topic')
  for (const path of gone) repo.remove(path)
  repo.stage(change)
  return repo
}

type Row = { rule: string; severity: string; loosened?: boolean; new: boolean }

async function staged({ dir }: CommitRepo, args: readonly string[]): Promise<Row[]> {
  const { out } = await memkeep(dir, ['check', '--staged', '--format', 'json', ...args])
  return JSON.parse(out).diagnostics
}

/** But for derived files, which the hook rebuilds. */
const isOwn = ({ rule }: Row): boolean => rule !== 'derived-fresh'

const errorsIn = (rows: readonly Row[]): string[] => [
  ...new Set(rows.filter((one) => one.severity === 'error' && one.new && isOwn(one)).map(({ rule }) => rule)),
]

describe('a change that loosens its own judge is stopped', () => {
  // The check of what is staged sees every other attack; the hook and CI see every fourth one where time is short.
  const some: ReadonlySet<Attack> = new Set(rowsOf(ATTACKS, 4))

  test.each(rowsOf(ATTACKS, 2).map((attack) => [attack.name, attack] as const))('%s', async (_, attack) => {
    const { stops, args = [] } = attack
    const repo = attacked(attack)
    const rows = await staged(repo, args)
    expect(errorsIn(rows)).toEqual(expect.arrayContaining([...stops]))
    if (!some.has(attack)) return
    if (args.length === 0) for (const rule of stops) expect(repo.stops()).toContain(rule)
    repo.git('commit', '--quiet', '--no-verify', '-m', 'attack')
    const ran = await ci(repo, null, '--base', 'main', ...args)
    expect(ran.code, ran.err).toBe(1)
    for (const rule of stops) expect(ran.found.join('\n')).toMatch(new RegExp(`error ${rule}$`, 'm'))
  })
})

describe('in a merge', () => {
  test('an entry that a branch adds at a root that has moved away is lost', async () => {
    const repo = commitRepo({ files: memory('shop', { decisions: [1], lessons: [1] }) })
    repo.git('checkout', '--quiet', '-b', 'topic')
    repo.stage({ 'user/memory/workspaces/desk/decisions.md': decisions(2) })
    repo.git('commit', '--quiet', '--no-verify', '-m', 'topic')
    repo.git('checkout', '--quiet', 'main')
    repo.git('mv', 'user/memory/workspaces', 'm2')
    repo.stage({ 'memkeep.yaml': 'workspace: { memory: m2 }\n' })
    repo.git('commit', '--quiet', '--no-verify', '-m', 'moved')
    repo.git('merge', '--quiet', '--no-verify', '-m', 'merge', 'topic')
    const verified = await memkeep(repo.dir, ['verify-merge'])
    expect(verified).toMatchObject({ code: 1, out: expect.stringContaining('item-lost') })
  })

  test('a lost entry is reported by the hook, by verify-merge and in CI, whatever comments say', async () => {
    const repo = commitRepo({ files: memory('shop', { decisions: [1], lessons: [1] }) })
    repo.git('checkout', '--quiet', '-b', 'topic')
    repo.stage(memory('shop', { decisions: [1, 2], lessons: [1] }))
    repo.git('commit', '--quiet', '--no-verify', '-m', 'topic')
    repo.git('checkout', '--quiet', 'main')
    repo.stage(memory('shop', { decisions: [1, 3], lessons: [1] }))
    repo.git('commit', '--quiet', '--no-verify', '-m', 'main')
    repo.git('checkout', '--quiet', 'topic')
    repo.run(['merge', '--quiet', '--no-commit', 'main'])
    repo.stage({ [SHOP.decisions]: suppressing('item-lost', decisions(1, 2)) })
    expect(repo.stops()).toContain('item-lost')
    repo.git('commit', '--quiet', '--no-verify', '-m', 'bad merge')
    const verified = await memkeep(repo.dir, ['verify-merge'])
    expect(verified).toMatchObject({ code: 1, out: expect.stringContaining('item-lost') })
    const ran = await ci(repo, null, '--base', 'main')
    expect(ran.found.join('\n')).toMatch(/error item-lost/)
  })
})

describe('tombstones', () => {
  const STONE = '<!-- memkeep-removed [2025-01-02] Choice 2 -- it held a key -->'

  test('one replaces one entry, and goes when the entry is back', async () => {
    const repo = attacked({
      name: '',
      base: { [SHOP.decisions]: OLD },
      change: { [SHOP.decisions]: `${decisions(1)}\n${STONE}\n` },
      stops: [],
    })
    expect(repo.passes()).toContain('Choice 2')
    repo.stage({ [SHOP.decisions]: OLD })
    expect(errorsIn(await staged(repo, []))).toEqual([])
    repo.passes()
  })
})

describe('what a change loosens in other files than the settings is named', () => {
  const LOG = 'user/memory/workspaces/shop/decisions.md'
  const DRIVEN = `${LOG} merge=memkeep\n`
  const manifest = (version: string, more = ''): string =>
    `{ ${more} "scripts": { "prepare": "memkeep init --clone || exit 0" }, "devDependencies": { "husky": "9", "memkeep": "${version}" } }\n`
  const lock = (version: string): string =>
    `{\n  "packages": {\n    "node_modules/memkeep": {\n      "version": "${version}"\n    }\n  }\n}\n`
  const INSTALLED = { 'package.json': manifest('1'), 'package-lock.json': lock('1') }
  const VENDORED = { 'vendor/memkeep-0.1.0.tgz': 'old' }
  const ROWS: readonly (Omit<Attack, 'stops'> & { readonly said: readonly string[] })[] = [
    {
      name: 'a log that is joined as text',
      base: { '.gitattributes': DRIVEN },
      change: { '.gitattributes': `${LOG} merge=union\n` },
      said: [
        `.gitattributes warning This change may allow itself more than before: merge is "union" (was "memkeep") for ${LOG}`,
      ],
    },
    {
      name: 'a nested file that takes the driver away',
      base: { '.gitattributes': DRIVEN },
      change: { 'user/memory/.gitattributes': '* -merge\n' },
      said: [expect.stringContaining('user/memory/.gitattributes warning')],
    },
    {
      name: 'a file of attributes that goes',
      base: { '.gitattributes': DRIVEN },
      gone: ['.gitattributes'],
      change: {},
      said: [expect.stringContaining(`merge is not set (was "memkeep") for ${LOG}`)],
    },
    {
      name: 'memory that no difference shows, and that is converted',
      change: { '.gitattributes': 'user/** -diff filter=x working-tree-encoding=ISO-8859-1\n' },
      said: [
        expect.stringMatching(
          /: diff is off, working-tree-encoding is "ISO-8859-1", filter is "x" for [^;]*lessons\.md$/,
        ),
      ],
    },
    {
      name: 'memory that git ignores',
      change: { '.gitignore': 'user/\n' },
      said: [expect.stringContaining('git would ignore user/memory/workspaces/shop/')],
    },
    {
      name: 'rules for other files, and the driver for one more log',
      base: { '.gitattributes': '*.png binary\n' },
      change: {
        '.gitattributes': `*.png binary\n* text=auto eol=lf\n${DRIVEN}`,
        '.gitignore': 'dist/\n',
      },
      said: [],
    },
    {
      name: 'a hook that calls memkeep no more',
      base: { '.husky/pre-commit': '# >>> memkeep >>>\ntrue\n# <<< memkeep <<<\nnpm test\n' },
      change: { '.husky/pre-commit': 'npm test\n' },
      said: [
        '.husky/pre-commit error memkeep is gone from .husky/pre-commit: clones commit memory without these checks',
      ],
    },
    {
      name: 'a hook that calls memkeep no more, with the rule turned off in the same change',
      base: { '.husky/pre-commit': '# >>> memkeep >>>\ntrue\n# <<< memkeep <<<\nnpm test\n' },
      change: { '.husky/pre-commit': 'npm test\n', 'memkeep.yaml': 'rules: { loosened: off }\n' },
      said: [
        expect.stringContaining('.husky/pre-commit error memkeep is gone'),
        expect.stringContaining('rules.loosened'),
      ],
    },
    {
      name: 'a hook that another manager calls now, and one that is edited outside the part of memkeep',
      base: {
        '.husky/pre-commit': '# >>> memkeep >>>\ntrue\n# <<< memkeep <<<\nnpm test\n',
        '.husky/pre-push': '# >>> memkeep >>>\ntrue\n# <<< memkeep <<<\n',
      },
      gone: ['.husky/pre-commit'],
      change: {
        'lefthook.yml': '# >>> memkeep >>>\na: b\n# <<< memkeep <<<\n',
        '.husky/pre-push': '# >>> memkeep >>>\ntrue\n# <<< memkeep <<<\nnpm run slow\n',
      },
      said: [],
    },
    {
      name: 'a hook whose part of memkeep is edited',
      base: { '.husky/pre-commit': '# >>> memkeep >>>\ntrue\n# <<< memkeep <<<\n' },
      change: { '.husky/pre-commit': '# >>> memkeep >>>\nexit 0\n# <<< memkeep <<<\n' },
      said: [expect.stringContaining('the part of memkeep is another one in .husky/pre-commit')],
    },
    {
      name: 'a workflow that goes',
      base: { '.github/workflows/memory.yml': 'jobs: { a: { steps: [{ run: npx memkeep ci }] } }\n' },
      gone: ['.github/workflows/memory.yml'],
      change: {},
      said: [expect.stringContaining('the workflow that runs memkeep is gone')],
    },
    {
      name: 'a workflow that moves, and one of others that changes',
      base: {
        '.github/workflows/memory.yml': 'run: npx memkeep ci\n',
        '.github/workflows/test.yml': 'run: npm test\n',
      },
      gone: ['.github/workflows/memory.yml'],
      change: {
        '.github/workflows/checks.yml': 'run: npx memkeep ci\n',
        '.github/workflows/test.yml': 'run: npm run all\n',
      },
      said: [expect.stringContaining('the workflow that runs memkeep is now .github/workflows/checks.yml')],
    },
    ...['exit 0', 'export MEMKEEP=0', '[ -n "$CI" ] && exec true', ": <<'END'", 'if false; then'].map(
      (line) => ({
        name: `a line above the part in a hook file: ${line}`,
        base: { '.husky/pre-commit': '#!/bin/sh\n# >>> memkeep >>>\ntrue\n# <<< memkeep <<<\nexit 1\n' },
        change: {
          '.husky/pre-commit': `#!/bin/sh\n${line}\n# >>> memkeep >>>\ntrue\n# <<< memkeep <<<\nexit 1\n`,
        },
        said: [expect.stringContaining('can end or skip it in .husky/pre-commit')],
      }),
    ),
    {
      name: 'an old line that is above the part now',
      base: { '.husky/pre-commit': '# >>> memkeep >>>\ntrue\n# <<< memkeep <<<\nexit 0\n' },
      change: { '.husky/pre-commit': 'exit 0\n# >>> memkeep >>>\ntrue\n# <<< memkeep <<<\n' },
      said: [expect.stringContaining('above the part of memkeep, "exit 0" can end or skip it')],
    },
    {
      name: 'harmless lines above the part, and an end below it',
      base: { '.husky/pre-commit': 'exec 3>&1\n# >>> memkeep >>>\ntrue\n# <<< memkeep <<<\n' },
      change: {
        '.husky/pre-commit':
          '#!/usr/bin/env sh\n# may exit\nexport PATH=/opt/bin:$PATH\nexec 3>&1\n# >>> memkeep >>>\ntrue\n# <<< memkeep <<<\nexit 0\n',
      },
      said: [],
    },
    {
      name: 'a workflow of a name that the host does not run',
      base: { '.github/workflows/memory.yml': 'run: npx memkeep ci\n' },
      gone: ['.github/workflows/memory.yml'],
      change: { '.github/workflows/memory.yml.off': 'run: npx memkeep ci\n' },
      said: [expect.stringContaining('the workflow that runs memkeep is gone')],
    },
    {
      name: 'memkeep that goes from package.json, its lock file and vendor/, with a workflow that stays',
      base: { ...INSTALLED, ...VENDORED },
      gone: ['package-lock.json', 'vendor/memkeep-0.1.0.tgz'],
      change: { 'package.json': '{ "devDependencies": { "husky": "9" } }\n' },
      said: [
        'package-lock.json warning This change may allow itself more than before: memkeep is gone from package-lock.json, package.json, vendor/memkeep-0.1.0.tgz, and what calls it is not',
        expect.stringContaining('package.json no longer runs `memkeep init --clone` after an installation'),
      ],
    },
    {
      name: 'a tarball of memkeep that is another file',
      base: VENDORED,
      change: { 'vendor/memkeep-0.1.0.tgz': 'evil' },
      said: [
        expect.stringContaining(
          ': vendor/memkeep-0.1.0.tgz brings another memkeep, which judges what comes after this change',
        ),
      ],
    },
    {
      name: 'a second tarball next to the first',
      base: VENDORED,
      change: { 'vendor/memkeep-0.0.1.tgz': 'evil' },
      said: [expect.stringContaining('vendor/memkeep-0.0.1.tgz brings another memkeep')],
    },
    {
      name: 'a tarball that goes',
      base: VENDORED,
      gone: ['vendor/memkeep-0.1.0.tgz'],
      change: {},
      said: [expect.stringContaining('memkeep is gone from vendor/memkeep-0.1.0.tgz')],
    },
    {
      name: 'another version of memkeep',
      base: INSTALLED,
      change: { 'package.json': manifest('npm:other@1') },
      said: [expect.stringContaining('package.json brings another memkeep')],
    },
    {
      name: 'another memkeep by an override, and in the lock file alone',
      base: INSTALLED,
      change: {
        'package.json': manifest('1', '"overrides": { "memkeep": "npm:other@1" },'),
        'package-lock.json': lock('2'),
      },
      said: [expect.stringContaining('package-lock.json, package.json bring another memkeep')],
    },
    {
      name: 'a script that arms the hooks of clones no more',
      base: INSTALLED,
      change: { 'package.json': manifest('1').replace('memkeep init --clone || exit 0', 'husky') },
      said: [expect.stringContaining('package.json no longer runs `memkeep init --clone`')],
    },
    {
      name: 'a first installation, with its workflow and its tarball',
      base: { 'package.json': '{ "devDependencies": { "husky": "9" } }\n' },
      change: { ...INSTALLED, ...VENDORED },
      said: [],
    },
    {
      name: 'memkeep that goes with its workflow',
      base: { ...INSTALLED, ...VENDORED, '.github/workflows/memory.yml': 'run: npx memkeep ci\n' },
      gone: ['.github/workflows/memory.yml', 'package-lock.json', 'vendor/memkeep-0.1.0.tgz'],
      change: { 'package.json': '{}\n' },
      said: [expect.stringContaining('the workflow that runs memkeep is gone')],
    },
    {
      name: 'other packages, and scripts of other names',
      base: INSTALLED,
      change: {
        'package.json': manifest('1', '"dependencies": { "memkeep-cli": "3" },').replace(
          '"prepare"',
          '"test": "memkeep check", "prepare"',
        ),
      },
      said: [],
    },
  ]

  test.each(ROWS.map((row) => [row.name, row] as const))('%s', async (_, { said, ...attack }) => {
    const repo = attacked({ ...attack, stops: [] })
    const { out } = await memkeep(repo.dir, ['check', '--staged', '--format', 'json'])
    const lines = (
      JSON.parse(out) as { diagnostics: (Row & { path: string; message: string })[] }
    ).diagnostics
      .filter(({ rule }) => rule === 'loosened')
      .map(({ path, severity, message }) => `${path} ${severity} ${message}`)
    expect(lines).toEqual(said)
    if (Object.keys(attack.change).some((path) => path === '.gitattributes') && said.length > 0)
      expect(repo.passes()).toContain('may allow itself more than before')
    else repo.git('commit', '--quiet', '--no-verify', '-m', 'attack')
    const ran = await ci(repo, null, '--base', 'main')
    expect(ran.found.filter((one) => one.endsWith('loosened'))).toHaveLength(said.length)
  })
})

describe('what a change may do', () => {
  test('an old suppression counts, and one that comes first', async () => {
    const text = suppressing('history', OLD)
    const repo = attacked({
      name: '',
      base: { 'memkeep.yaml': FREE, [SHOP.decisions]: text },
      change: { [SHOP.decisions]: text.replace('Reason 2', 'Another reason') },
      stops: [],
    })
    expect(errorsIn(await staged(repo, []))).toEqual([])
    repo.passes()
  })

  test('a loosening that hides nothing is named, and a stricter setting is not', async () => {
    const loosened = attacked({
      name: '',
      change: { 'memkeep.yaml': 'rules: { entry-category: off }\n' },
      stops: [],
    })
    expect(await staged(loosened, [])).toMatchObject([
      { rule: 'loosened', severity: 'warning', message: expect.stringContaining('rules.entry-category') },
    ])
    loosened.passes()
    const stricter = attacked({
      name: '',
      change: { 'memkeep.yaml': 'limits: { fileBytes: 9000 }\n' },
      stops: [],
    })
    expect(await staged(stricter, [])).toEqual([])
  })

  test('a lowered budget is no loosening', async () => {
    const repo = attacked({
      name: '',
      base: { [HOT]: hot(20, budgets(80)) },
      change: { [HOT]: hot(20, budgets(60)) },
      stops: [],
    })
    expect(await staged(repo, [])).toEqual([])
  })

  test('a root that moves with all of its files loses nothing', async () => {
    const repo = attacked({
      name: '',
      gone: [SHOP.decisions, SHOP.lessons, SHOP.index],
      change: {
        'memkeep.yaml': 'workspace: { memory: m2 }\n',
        'm2/shop/decisions.md': decisions(1, 2),
        'm2/shop/lessons.md': lessons(1),
      },
      stops: [],
    })
    expect(errorsIn(await staged(repo, []))).toEqual([])
    repo.passes()
  })

  test('a suppression of another rule counts at once and is listed', async () => {
    const repo = attacked({
      name: '',
      change: {
        [SHOP.decisions]: suppressing('link-resolves', OLD.replace('Reason 2', '[a](gone.md) Reason 2')),
      },
      stops: [],
    })
    expect((await staged(repo, [])).map(({ rule, severity }) => [rule, severity])).toEqual([
      ['loosened', 'info'],
    ])
    expect(repo.passes()).toContain('New suppression of link-resolves: cleaning up')
  })

  test('old errors in a file that a commit touches are warnings, unless the settings refuse them', async () => {
    const old = invalidDecisions(1, 2)
    const change = { [SHOP.decisions]: `${old}\n${decisions(3).replace('# Decisions\n\n', '')}` }
    const repo = attacked({ name: '', base: { [SHOP.decisions]: old }, change, stops: [] })
    expect((await staged(repo, [])).filter(isOwn).map(({ rule, severity }) => [rule, severity])).toEqual([
      ['entry-category', 'warning'],
    ])
    repo.passes()
    const strict = attacked({
      name: '',
      base: { [SHOP.decisions]: old, 'memkeep.yaml': 'hooks: { failOn: all }\n' },
      change: { ...change, 'memkeep.yaml': 'hooks: { failOn: new }\n' },
      stops: [],
    })
    strict.stops()
  })

  test('a bad entry in the place of another one is new', async () => {
    const old = invalidDecisions(1, 2)
    const repo = attacked({
      name: '',
      base: { [SHOP.decisions]: old, 'memkeep.yaml': 'rules: { item-lost: warning }\n' },
      change: { [SHOP.decisions]: invalidDecisions(1, 3) },
      stops: [],
    })
    expect(errorsIn(await staged(repo, []))).toEqual(['entry-category'])
    expect(repo.stops()).toContain('entry-category')
  })

  test('old errors of a file that is only renamed are warnings', async () => {
    const repo = attacked({
      name: '',
      base: { [SHOP.decisions]: invalidDecisions(1, 2) },
      gone: [SHOP.index],
      change: {},
      stops: [],
    })
    repo.git('mv', 'user/memory/workspaces/shop', 'user/memory/workspaces/store')
    expect(errorsIn(await staged(repo, []))).toEqual([])
    repo.passes()
  })

  test('the summary of a pull request begins with what was loosened', async () => {
    const repo = attacked(ATTACKS[6] as Attack)
    repo.git('commit', '--quiet', '--no-verify', '-m', 'attack')
    const [head, base] = [repo.git('rev-parse', 'topic'), repo.git('rev-parse', 'main')]
    const clone = checkout(repo, 'refs/heads/topic')
    const ran = await ci(clone, pullRequest(head, base))
    const at = (text: string): number => ran.summary.indexOf(text)
    expect(at('What was loosened')).toBeGreaterThan(0)
    expect(at('What was loosened')).toBeLessThan(at('What is new'))
    expect(readFileSync(join(repo.dir, 'memkeep.yaml'), 'utf8')).toContain('entry-category')
  })
})
