import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, test } from 'vitest'
import type { LayoutOperation } from '../../src/operations/operation-call.ts'
import { allOperations } from '../../src/operations/registry.ts'
import { runOperation } from '../../src/operations/run-operation.ts'
import { LONG, rowsOf } from '../helpers/runs.ts'
import { fakeGit, realGit, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const ROOT = 'resources/workspaces'
const LOGS = 'user/memory/workspaces'
const ENTRY =
  '### [2026-02-03] One formatter\n\n**Category:** tooling\n**Tags:** ci\n\nIt formats all.\n\n---\n'
const TOPICS = ['overview', 'plans', 'features', 'decisions', 'lessons']

type Repo = ReturnType<typeof tempRepo>

/** Two workspaces, one with a domain and a repository, and files next to them. */
function twoWorkspaces(): Repo {
  const repo = tempRepo()
  const overview = (name: string): string => `---\nname: ${name}\ndescription: Of ${name}.\n---\n# ${name}\n`
  for (const scope of ['shop', 'shop/payments', 'shop/payments/gateway', 'devtools']) {
    repo.write(`${ROOT}/${scope}/OVERVIEW.md`, overview(scope))
    repo.write(`${ROOT}/${scope}/_plans/260101-one.md`, '---\nname: One\nstatus: draft\n---\n# One\n')
  }
  for (const scope of ['shop', 'shop/payments', 'devtools']) {
    repo.write(`${LOGS}/${scope}/decisions.md`, `# Decisions\n\n${ENTRY}`)
  }
  repo.write('README.md', '# All\n')
  repo.write('.gitignore', 'private\n')
  repo.commit()
  return repo
}

function contextOperation(): LayoutOperation {
  const found = allOperations().find(({ operation }) => operation.name === 'workspace_get_context')
  if (!found) throw new Error('no workspace_get_context')
  return found
}

/** Asked of a part, and of the whole. */
async function bothWays({ dir }: Repo, scope: object): Promise<[unknown, unknown]> {
  const { operation, layout } = contextOperation()
  const { folders, ...whole } = operation
  const options = { cwd: dir, cache: false, today: '2026-06-01' }
  expect(folders).toBeDefined()
  const args = { scope, topics: TOPICS }
  return [
    await runOperation({ operation, layout }, args, options),
    await runOperation({ operation: whole, layout }, args, options),
  ]
}

const STATES: readonly (readonly [string, (repo: Repo) => void])[] = [
  ['all committed', () => undefined],
  ['nothing committed', ({ git }) => git('update-ref', '-d', 'HEAD')],
  ['nothing staged', ({ git }) => git('rm', '--quiet', '-r', '--cached', '.')],
  [
    'new and changed',
    ({ write }) => {
      write(`${ROOT}/shop/_plans/260102-two.md`, '# Two\n')
      write(`${LOGS}/shop/decisions.md`, `${ENTRY}${ENTRY.replace('One', 'Two')}`)
    },
  ],
  ['deleted', ({ remove }) => remove(`${LOGS}/shop/payments/decisions.md`)],
  ['a workspace deleted', ({ remove }) => remove(`${ROOT}/shop`)],
  ['everything deleted', ({ remove }) => remove('resources')],
  [
    'ignored',
    ({ write }) => {
      write('.gitignore', 'resources/workspaces/shop/\n')
      write(`${ROOT}/shop/_plans/260102-two.md`, '# Two\n')
    },
  ],
  ['not read in full', ({ write }) => write(`${LOGS}/shop/decisions.md`, `${ENTRY}### Undated\n\nText.\n`)],
  [
    'a repository in the place of a domain',
    ({ dir, git }) => git('init', '--quiet', join(dir, ROOT, 'shop/payments')),
  ],
  [
    'a repository in the place of a workspace',
    ({ dir, git }) => git('init', '--quiet', join(dir, ROOT, 'shop')),
  ],
  ['a repository above all', ({ dir, git }) => git('init', '--quiet', join(dir, 'resources'))],
  [
    'a link in the place of a workspace',
    ({ dir, link }) => {
      renameSync(join(dir, ROOT, 'shop'), join(dir, 'elsewhere'))
      link(`${ROOT}/shop`, '../../elsewhere')
    },
  ],
  [
    'a link above all',
    ({ dir, link }) => {
      renameSync(join(dir, 'resources'), join(dir, 'elsewhere'))
      link('resources', 'elsewhere')
    },
  ],
  [
    'a file above all',
    ({ remove, write }) => {
      remove('resources')
      write('resources', 'None.\n')
    },
  ],
  [
    'a directory in the place of a log',
    ({ dir, remove }) => {
      remove(`${LOGS}/shop/decisions.md`)
      mkdirSync(join(dir, LOGS, 'shop/decisions.md'))
    },
  ],
  [
    'other roots',
    ({ dir, write }) => {
      write('memkeep.yaml', 'workspace:\n  resources: notes/all\n  memory: notes\n')
      mkdirSync(join(dir, 'notes'))
      renameSync(join(dir, ROOT), join(dir, 'notes/all'))
    },
  ],
  [
    'roots named in another way',
    ({ write }) => write('memkeep.yaml', `workspace:\n  resources: ./${ROOT}\n`),
  ],
  [
    'settings that are ignored',
    ({ write }) => {
      write('.gitignore', 'memkeep.yaml\n')
      write('memkeep.yaml', 'growth:\n  threshold: 7\n')
    },
  ],
  ['settings that are wrong', ({ write }) => write('memkeep.yaml', 'nothing: [\n')],
  [
    'contents that are converted',
    ({ write }) => write('resources/.gitattributes', '*.md working-tree-encoding=UTF-16LE\n'),
  ],
  ['contents that are converted elsewhere', ({ write }) => write('other/.gitattributes', '* ident\n')],
  ['a sparse checkout', ({ git }) => git('sparse-checkout', 'set', '--no-cone', `/${ROOT}/devtools/`)],
  [
    'a submodule that is not there',
    ({ git, remove, dir }) => {
      remove(`${ROOT}/shop`)
      git('rm', '--quiet', '-r', '--cached', `${ROOT}/shop`)
      git('update-index', '--add', '--cacheinfo', `160000,${git('rev-parse', 'HEAD')},${ROOT}/shop`)
      mkdirSync(join(dir, ROOT, 'shop'))
    },
  ],
  [
    'a file in git, a directory on disk',
    ({ git, write }) => {
      git('rm', '--quiet', '-r', '--cached', `${ROOT}/shop`)
      git('update-index', '--add', '--cacheinfo', `100644,${git('rev-parse', 'HEAD:README.md')},${ROOT}/shop`)
      write(`${ROOT}/shop/_plans/260102-two.md`, '# Two\n')
    },
  ],
  [
    'settings and attributes that git was asked not to look at',
    ({ git, write }) => {
      write('memkeep.yaml', 'growth:\n  threshold: 7\n')
      write('.gitattributes', '*.md text\n')
      git('add', '--all')
      git('update-index', '--skip-worktree', 'memkeep.yaml')
      git('update-index', '--assume-unchanged', '.gitattributes', `${ROOT}/shop/OVERVIEW.md`)
      write(`${ROOT}/shop/OVERVIEW.md`, '---\nname: Other\n---\n')
    },
  ],
  [
    'settings that git has, and that are gone',
    ({ git, write, remove }) => {
      write('memkeep.yaml', 'workspace:\n  resources: notes\n')
      git('add', '--all')
      remove('memkeep.yaml')
    },
  ],
  [
    'settings that are a link',
    ({ link, write }) => {
      write('other.yaml', 'growth:\n  threshold: 7\n')
      link('memkeep.yaml', 'other.yaml')
    },
  ],
  [
    'a workspace of skipped files',
    ({ git, remove }) => {
      for (const file of ['OVERVIEW.md', '_plans/260101-one.md'])
        git('update-index', '--skip-worktree', `${ROOT}/shop/${file}`)
      remove(`${ROOT}/shop`)
    },
  ],
  [
    'a conflict',
    ({ git, write }) => {
      git('checkout', '--quiet', '-b', 'other')
      write(`${LOGS}/shop/decisions.md`, `${ENTRY}${ENTRY.replace('One', 'Two')}`)
      git('commit', '--quiet', '-am', 'two')
      git('checkout', '--quiet', 'main')
      write(`${LOGS}/shop/decisions.md`, `${ENTRY}${ENTRY.replace('One', 'Three')}`)
      git('commit', '--quiet', '-am', 'three')
      try {
        git('merge', '--quiet', 'other')
      } catch {
        return
      }
      throw new Error('Unexpected merge, expected a conflict')
    },
  ],
  ['ignored by the repository alone', ({ write }) => write('.git/info/exclude', `${LOGS}\n`)],
]

const SCOPES = [
  { workspace: 'shop' },
  { workspace: 'shop', domain: 'payments' },
  { workspace: 'shop', repository: 'gateway' },
]

/** Names of no workspace: each state is asked of all of them in the long run, else of one in turn. */
const STRANGE = [
  { workspace: 'Shop' },
  { workspace: 'nope' },
  { workspace: '..' },
  { workspace: 'shop/payments' },
  { workspace: '*' },
  { workspace: 'hot memory' },
]

describe('an answer from a part of the work tree is the one from the whole', () => {
  const rows = STATES.map(([name, arrange], state) => [name, arrange, state] as const)

  test.each(rowsOf(rows, 2))('%s', async (_, arrange, state) => {
    const repo = twoWorkspaces()
    arrange(repo)
    const strange = STRANGE.filter((_, i) => LONG || i === state % STRANGE.length)
    for (const scope of [...SCOPES, ...strange]) {
      const [part, whole] = await bothWays(repo, scope)
      expect(part, JSON.stringify(scope)).toEqual(whole)
    }
  })
})

test('settings that extend a file are those of the whole', async () => {
  const repo = twoWorkspaces()
  repo.write('memkeep.yaml', 'extends: config/memory.yaml\n')
  repo.write('config/memory.yaml', `workspace: { resources: ${ROOT}/shop }\n`)
  repo.commit()
  const [part, whole] = await bothWays(repo, { workspace: 'payments' })
  expect(part).toMatchObject({ text: expect.stringContaining('Of shop/payments') })
  expect(part).toEqual(whole)
})

test('line ends that git converts do not make a file another one', async () => {
  const repo = twoWorkspaces()
  const { operation, layout } = contextOperation()
  const ask = (cache: boolean): Promise<unknown> =>
    runOperation(
      { operation, layout },
      { scope: { workspace: 'shop' }, topics: TOPICS },
      { cwd: repo.dir, cache, today: '2026-06-01' },
    )
  await ask(true)
  repo.git('config', 'core.autocrlf', 'true')
  repo.remove('user')
  repo.remove('resources')
  repo.git('checkout', '--quiet', '--', '.')
  expect(readFileSync(join(repo.dir, LOGS, 'shop/decisions.md'), 'utf8')).toContain('\r\n')
  const answer = await ask(false)
  expect(answer).toHaveProperty('data')
  expect(await ask(true)).toEqual(answer)
})

test('git is asked for the workspace alone, and for everything only where that refuses', async () => {
  const repo = twoWorkspaces()
  const log = join(tempFolder(), 'log')
  fakeGit(`echo "$*" >> '${log}'; exec '${realGit()}' "$@"`)
  const asked = contextOperation()
  const options = { cwd: repo.dir, cache: false, today: '2026-06-01' }
  await runOperation(asked, { scope: { workspace: 'shop' } }, options)
  const places = [`${ROOT}/shop/`, `${LOGS}/shop/`]
  expect(new Set(placesIn(log))).toEqual(new Set(places))
  repo.write('memkeep.yaml', 'growth:\n  threshold: 7\n')
  repo.write('resources/.gitattributes', '*.md text\n')
  await runOperation(asked, { scope: { workspace: 'shop' } }, options)
  expect(placesIn(log)).toHaveLength(5)
  expect(placesIn(log)).toContain('memkeep.yaml resources/.gitattributes')
  await runOperation(asked, { scope: { workspace: 'nope' } }, options)
  // The part first; the refusal needs the whole, which two processes list.
  expect(placesIn(log).slice(5)).toHaveLength(5)
  expect(placesIn(log).slice(8)).toEqual([undefined, undefined])
})

/** What each process of git was asked about; of the whole, nothing is named. */
const placesIn = (path: string): (string | undefined)[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' -- ')[1])

test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
  'what lies next to it and cannot be opened is no matter',
  async () => {
    const repo = twoWorkspaces()
    const folder = join(repo.dir, ROOT, 'devtools')
    chmodSync(folder, 0)
    const [part, whole] = await bothWays(repo, { workspace: 'shop' })
    chmodSync(folder, 0o755)
    expect(whole).toHaveProperty('refusal')
    expect(part).toHaveProperty('data.plans')
    rmSync(folder, { recursive: true })
  },
)
