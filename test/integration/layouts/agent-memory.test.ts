import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Diagnostic } from '../../../src/core/diagnostic.ts'
import { runCheck } from '../../../src/engine/check.ts'
import type { CheckOptions, CheckResult } from '../../../src/engine/check-request.ts'
import { runIndex } from '../../../src/maintain/rebuild-index.ts'
import { repoAt, setVariable, type TempRepo, tempFolder } from '../../helpers/temp-repo.ts'
import { idOf, lineOf, recordText } from '../../layouts/agent-memory/records.ts'
import { hookCommit, topicRepos } from './topic-repo.ts'

const ROOT = '.agent-memory'
const EXAMPLE = resolve('examples/agent-memory', ROOT)
const IN_EXAMPLE = { documents: 7, items: 6 }
const KNOWN = `${ROOT}/working/2f6d1c1e-7a3b-4f0e-9d52-0c5b8a4e6f10.json`

/** A repository with one commit, the hook, and no memory. */
const copied = topicRepos((repo) => repo.write('src/app.ts', 'export {}\n'), 'main')

/** How git is made to ignore the memory; none leaves it. */
type Ignoring = 'gitignore' | 'exclude' | 'own' | 'none'

/** A copy of the repository with the example's memory in it. */
function filled(ignoring: Ignoring = 'exclude'): TempRepo {
  const repo = copied()
  cpSync(EXAMPLE, join(repo.dir, ROOT), { recursive: true })
  if (ignoring === 'gitignore') repo.write('.gitignore', `/${ROOT}/\n`)
  if (ignoring === 'exclude') repo.write('.git/info/exclude', `${ROOT}/\n`)
  if (ignoring === 'own') repo.write(`${ROOT}/.gitignore`, '*\n')
  return repo
}

function run({ dir }: Pick<TempRepo, 'dir'>, options: Partial<CheckOptions> = {}): Promise<CheckResult> {
  const source = { kind: 'work-tree' } as const
  const base = { cwd: dir, paths: [], source, fix: false, cache: false, today: '2026-06-01', skip: [] }
  return runCheck({ ...base, ...options })
}

async function found(
  repo: Pick<TempRepo, 'dir'>,
  options: Partial<CheckOptions> = {},
): Promise<readonly Diagnostic[]> {
  return (await run(repo, options)).report.diagnostics
}

function places(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ path, line, rule }) => `${path}:${line} ${rule}`)
}

const STAGED = { source: { kind: 'staged' } } as const
const TRACKED = [`${ROOT}:1 root-ignored`]

describe('memory that git ignores is read in the work tree', () => {
  test.each(['gitignore', 'exclude', 'own'] as const)('ignored by %s', async (ignoring) => {
    const { report } = await run(filled(ignoring))
    expect(places(report.diagnostics)).toEqual([])
    expect(report.summary).toMatchObject(IN_EXAMPLE)
  })

  test('ignored by a global excludes file', async () => {
    const home = repoAt(tempFolder())
    home.write('ignore', `${ROOT}\n`)
    home.write('config', `[core]\n\texcludesFile = ${home.dir}/ignore\n`)
    setVariable('GIT_CONFIG_GLOBAL', join(home.dir, 'config'))
    const { report } = await run(filled('none'))
    expect(places(report.diagnostics)).toEqual([])
    expect(report.summary).toMatchObject(IN_EXAMPLE)
  })

  test('the records only, while a file next to them is not ignored', async () => {
    const repo = filled('none')
    repo.write('.gitignore', `${ROOT}/**/*.json\n`)
    expect(places(await found(repo))).toEqual([])
    repo.write(`${ROOT}/working/README.md`, 'x\n')
    expect((await found(repo)).map(({ message }) => message)).toEqual([
      `No ignore rule covers a file of ${ROOT}, which git would add: working/README.md`,
    ])
  })

  test('in a plain folder without git', async () => {
    const dir = tempFolder()
    cpSync(EXAMPLE, join(dir, ROOT), { recursive: true })
    const { report } = await run({ dir })
    expect(places(report.diagnostics)).toEqual([])
    expect(report.summary).toMatchObject(IN_EXAMPLE)
    writeFileSync(join(dir, KNOWN), '{')
    expect(places(await found({ dir }))).toEqual([`${KNOWN}:1 syntax`])
  })

  test('under a name with a space and an accent', async () => {
    const repo = filled('none')
    const root = 'var/mémoire locale'
    repo.write('memkeep.yaml', `agentMemory: { root: '${root}/' }\n`)
    repo.write('.gitignore', `${ROOT}\n${root}\n`)
    repo.write(`${root}/working/${idOf(1)}.json`, recordText())
    repo.write(`${root}/working/日本 x.json`, recordText({ id: idOf(2) }))
    const { report } = await run(repo)
    expect(places(report.diagnostics)).toEqual([`${root}/working/日本 x.json:${lineOf('id')} record-id`])
    expect(report.summary.documents).toBe(2)
  })

  test('narrowed to a path', async () => {
    const repo = filled()
    repo.write(KNOWN, '{')
    expect(places(await found(repo, { paths: [join(repo.dir, ROOT, 'durable')] }))).toEqual([])
    expect(places(await found(repo, { paths: [join(repo.dir, KNOWN)] }))).toEqual([`${KNOWN}:1 syntax`])
  })
})

describe('planted violations in the work tree', () => {
  const at = (folder: string, number = 1): string => `${ROOT}/${folder}/${idOf(number)}.json`
  const secret = 'postgres://app:hunter2hunter2@db.acme.dev:5432/shop'
  const CONFLICT = recordText().replace(
    '  "confidence": 0.9,',
    '<<<<<<< HEAD\n  "confidence": 0.9,\n=======\n  "confidence": 0.5,\n>>>>>>> other',
  )

  test.each<[string, string, string | Uint8Array, readonly string[]]>([
    ['an id of another file', at('working', 2), recordText(), [`${lineOf('id')} record-id`]],
    ['an id that is no UUID', at('working'), recordText({ id: 'mem-1' }), [`${lineOf('id')} record-id`]],
    ['a scope of another directory', at('session'), recordText(), [`${lineOf('scope')} record-scope`]],
    ['a directory that is no scope', at('wroking'), recordText(), ['1 record-scope']],
    ['a directory in a scope', at('working/deep'), recordText(), ['1 record-scope']],
    ['a record outside the scopes', at('.'), recordText(), ['1 record-scope']],
    [
      'no timestamp',
      at('working'),
      recordText({ created_at: 'x' }),
      [`${lineOf('created_at')} record-times`],
    ],
    [
      'times out of order',
      at('working'),
      recordText({ last_used_at: '2025-01-01T00:00:00Z' }),
      [`${lineOf('last_used_at')} record-times`],
    ],
    [
      'a day to come',
      at('working'),
      recordText({ updated_at: '2026-07-01T00:00:00Z' }),
      [`${lineOf('updated_at')} date-future`],
    ],
    [
      'a durable note',
      at('durable'),
      recordText({ scope: 'durable', kind: 'note' }),
      [`${lineOf('kind')} durable-kind`],
    ],
    ['an unknown kind', at('working'), recordText({ kind: 'idea' }), [`${lineOf('kind')} schema`]],
    ['a missing field', at('working'), recordText({ source: undefined }), ['1 schema']],
    ['a newer version', at('working'), recordText({ schemaVersion: 3 }), ['18 record-version']],
    ['no version', at('working'), recordText({ schemaVersion: '1' }), ['18 schema']],
    ['a secret', at('working'), recordText({ content: secret }), [`${lineOf('content')} no-secret`]],
    ['an unseen character', at('working'), recordText({ summary: 'a\u202eb' }), ['5 no-hidden-text']],
    ['a conflict', at('working'), CONFLICT, ['13 no-conflict-marker']],
    ['half a record', at('working'), recordText().slice(0, 90), ['5 syntax']],
    ['bytes that are no UTF-8', at('working'), Buffer.from([0x7b, 0xff, 0x7d]), ['1 syntax']],
    ['a file of 2 MiB', at('working'), Buffer.alloc(2 << 20, 0x20), ['1 size-limit']],
    ['a file of 5 MiB', at('working'), Buffer.alloc(5 << 20, 0x20), ['1 unreadable']],
    ['a depth of 10,000', at('working'), '{"a":'.repeat(10_000), ['1 size-limit']],
    ['an archived record without tags', at('_archive/x'), recordText({ tags: undefined }), ['1 schema']],
    ['a report that is no JSON', `${ROOT}/_compactions/1.json`, '# Report\n', ['1 syntax']],
  ])('%s', async (_, path, text, expected) => {
    const repo = filled()
    repo.write(path, text)
    const file = path.replace('/./', '/')
    expect(places(await found(repo))).toEqual(expected.map((one) => `${file}:${one}`))
  })

  test('all of the broken ones are named, and the rest is judged', async () => {
    const repo = filled()
    for (const number of [1, 2, 3]) repo.write(at('working', number), '{ "id": ')
    repo.write(at('session', 4), recordText({ id: idOf(4) }))
    const { report } = await run(repo)
    expect(places(report.diagnostics)).toEqual([
      `${at('session', 4)}:${lineOf('scope')} record-scope`,
      ...[1, 2, 3].map((number) => `${at('working', number)}:1 syntax`),
    ])
    expect(report.summary).toMatchObject({ documents: 11, errors: 4 })
  })

  test('a link for a record, and one for the whole directory, are reported and not followed', async () => {
    const repo = filled()
    const elsewhere = repoAt(tempFolder())
    elsewhere.write('secret.json', '{')
    repo.link(at('working'), join(elsewhere.dir, 'secret.json'))
    expect(places(await found(repo))).toEqual([`${at('working')}:1 unreadable`])
    rmSync(join(repo.dir, ROOT), { recursive: true })
    symlinkSync(elsewhere.dir, join(repo.dir, ROOT))
    repo.write('.git/info/exclude', `${ROOT}\n`)
    expect(places(await found(repo))).toEqual([`${ROOT}:1 unreadable`])
  })
})

describe('a root that git does not ignore', () => {
  test('is one finding, which a fix removes for good', async () => {
    const repo = filled('none')
    const before = await run(repo)
    expect(places(before.report.diagnostics)).toEqual(TRACKED)
    expect(before.report.diagnostics[0]?.message).toMatch(/7 files .* which git would add.* and 4 more$/)
    expect([before.fixable, before.report.summary.documents]).toEqual([1, 7])
    const fixed = await run(repo, { fix: true })
    expect(fixed.fixedFiles).toEqual([`${ROOT}/.gitignore`])
    expect(fixed.report.summary).toMatchObject({ ...IN_EXAMPLE, fixed: 1, errors: 0 })
    expect(readFileSync(join(repo.dir, ROOT, '.gitignore'), 'utf8')).toBe('*\n')
    expect(places(await found(repo))).toEqual([])
    expect((await run(repo, { fix: true })).fixedFiles).toEqual([])
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  test('and has rules that let records through: they stay as they are', async () => {
    const repo = filled('none')
    const own = 'session/\n!durable/\n'
    repo.write(`${ROOT}/.gitignore`, own)
    const result = await run(repo, { fix: true })
    expect(places(result.report.diagnostics)).toEqual(TRACKED)
    expect([result.fixable, result.report.summary.fixed, result.fixedFiles]).toEqual([0, 0, []])
    expect(readFileSync(join(repo.dir, ROOT, '.gitignore'), 'utf8')).toBe(own)
  })

  test('hides nothing else', async () => {
    const repo = filled('none')
    repo.write(KNOWN, '{')
    expect(places(await found(repo))).toEqual([...TRACKED, `${KNOWN}:1 syntax`])
  })
})

describe('a record that git keeps', () => {
  test('is an error in the work tree, and no fix claims to have fixed it', async () => {
    const repo = filled()
    repo.git('add', '--force', KNOWN)
    repo.git('commit', '--quiet', '--no-verify', '--message', 'x')
    const result = await run(repo, { fix: true })
    expect(places(result.report.diagnostics)).toEqual(TRACKED)
    expect(result.report.diagnostics[0]?.message).toContain(
      'Git keeps a file of .agent-memory, which is local memory',
    )
    expect(result.report.summary).toMatchObject({ ...IN_EXAMPLE, fixed: 0 })
    expect(existsSync(join(repo.dir, ROOT, '.gitignore'))).toBe(false)
    repo.git('rm', '-r', '--cached', '--quiet', ROOT)
    expect(places(await found(repo))).toEqual([])
  })

  test('is refused when it is staged, and nothing but that is said', async () => {
    const repo = filled()
    repo.write(KNOWN, '{ "token": "postgres://app:hunter2hunter2@db.acme.dev:5432/shop"')
    repo.git('add', '--force', ROOT)
    expect(places(await found(repo, STAGED))).toEqual(TRACKED)
    const head = repo.git('rev-parse', 'HEAD')
    const { code, said } = hookCommit(repo)
    expect(code).not.toBe(0)
    expect(said).toContain('root-ignored')
    expect(said).not.toMatch(/syntax|no-secret|hunter2/)
    expect(repo.git('rev-parse', 'HEAD')).toBe(head)
    repo.git('rm', '-r', '--cached', '--quiet', '--force', ROOT)
    repo.write('src/app.ts', 'export const one = 1\n')
    repo.git('add', '.')
    expect(hookCommit(repo)).toEqual({ code: 0, said: '' })
    expect(repo.git('ls-files')).toBe('src/app.ts')
  })

  test('is refused when it is staged by a plain `git add .`', async () => {
    const repo = filled('none')
    repo.git('add', '.')
    expect(places(await found(repo, STAGED))).toEqual(TRACKED)
    expect(hookCommit(repo).code).not.toBe(0)
  })

  test('an ignore rule is none, and may be committed', () => {
    const repo = filled('none')
    repo.write(`${ROOT}/.gitignore`, '*\n!.gitignore\n')
    repo.git('add', '.')
    expect(hookCommit(repo)).toEqual({ code: 0, said: '' })
    expect(repo.git('ls-files')).toBe(`${ROOT}/.gitignore\nsrc/app.ts`)
  })

  test('that was there before is a warning in the commits that touch it, and in no others', async () => {
    const repo = filled()
    repo.git('add', '--force', ROOT)
    repo.git('commit', '--quiet', '--no-verify', '--message', 'x')
    repo.write('src/app.ts', 'export const one = 1\n')
    repo.git('add', 'src')
    expect(places(await found(repo, STAGED))).toEqual([])
    expect(hookCommit(repo).code).toBe(0)
    repo.write(KNOWN, readFileSync(join(repo.dir, KNOWN), 'utf8').replace('0.8', '0.7'))
    repo.git('add', '--force', KNOWN)
    const [edit] = await found(repo, STAGED)
    expect(edit).toMatchObject({ path: ROOT, rule: 'root-ignored', new: false })
    const committed = hookCommit(repo)
    expect(committed.code).toBe(0)
    expect(committed.said).toMatch(/1 error was there before .*: memkeep check lists them/)
    repo.git('rm', '-r', '--cached', '--quiet', '--force', ROOT)
    expect(hookCommit(repo)).toEqual({ code: 0, said: '' })
    expect(existsSync(join(repo.dir, KNOWN))).toBe(true)
  })

  test('moved and renamed it is still one; a mode is no change of it, and moved away it is none', async () => {
    const repo = filled()
    repo.git('add', '--force', KNOWN)
    repo.git('commit', '--quiet', '--no-verify', '--message', 'x')
    mkdirSync(join(repo.dir, ROOT, 'durable/ü x'), { recursive: true })
    repo.git('mv', KNOWN, `${ROOT}/durable/ü x/a b.json`)
    const [moved] = await found(repo, STAGED)
    expect(moved).toMatchObject({ path: ROOT, rule: 'root-ignored', new: true })
    expect(moved?.message).toContain('durable/ü x/a b.json')
    repo.git('reset', '--hard', '--quiet')
    repo.git('update-index', '--chmod=+x', KNOWN)
    expect(places(await found(repo, STAGED))).toEqual([])
    repo.git('reset', '--hard', '--quiet')
    repo.git('mv', KNOWN, 'docs.json')
    // What is left is where git ignores it.
    expect(places(await found(repo, STAGED))).toEqual([])
    expect(hookCommit(repo)).toEqual({ code: 0, said: '' })
  })
})

describe('against a base', () => {
  test('a branch that adds a record has a new finding, in the work tree and in its commit', async () => {
    const repo = filled()
    repo.git('switch', '--quiet', '--create', 'topic')
    repo.git('add', '--force', KNOWN)
    repo.git('commit', '--quiet', '--no-verify', '--message', 'x')
    for (const source of [{ kind: 'work-tree' }, { kind: 'revision', revision: 'HEAD' }] as const) {
      const diagnostics = await found(repo, { source, base: 'main' })
      expect(places(diagnostics)).toEqual(TRACKED)
      expect(diagnostics[0]?.new).toBe(true)
    }
    expect(places(await found(repo, { source: { kind: 'revision', revision: 'main' } }))).toEqual([])
  })

  test('a record that the base has is an old finding, and taking it out is no loss', async () => {
    const repo = filled()
    repo.git('add', '--force', KNOWN)
    repo.git('commit', '--quiet', '--no-verify', '--message', 'x')
    repo.git('switch', '--quiet', '--create', 'topic')
    const [old] = await found(repo, { base: 'main' })
    expect(old).toMatchObject({ rule: 'root-ignored', new: false })
    repo.git('rm', '-r', '--cached', '--quiet', ROOT)
    repo.git('commit', '--quiet', '--no-verify', '--message', 'x')
    expect(places(await found(repo, { base: 'main' }))).toEqual([])
    rmSync(join(repo.dir, KNOWN))
    expect(places(await found(repo, { base: 'main' }))).toEqual([])
  })

  test('a merge brings one in: either parent is as good', async () => {
    const repo = filled()
    repo.git('switch', '--quiet', '--create', 'topic')
    repo.git('add', '--force', KNOWN)
    repo.git('commit', '--quiet', '--no-verify', '--message', 'x')
    repo.git('switch', '--quiet', 'main')
    repo.write('src/other.ts', 'export {}\n')
    repo.commit()
    repo.git('merge', '--quiet', '--no-commit', '--no-verify', 'topic')
    const [brought] = await found(repo, STAGED)
    expect(brought).toMatchObject({ rule: 'root-ignored', new: false, severity: 'warning' })
    expect(hookCommit(repo).code).toBe(0)
  })
})

describe('what earlier runs kept', () => {
  test('is found again, and nothing is passed off as what it no longer is', async () => {
    const repo = filled()
    const kept = (): Promise<CheckResult> => run(repo, { cache: true })
    expect((await kept()).report.summary.cached).toBe(0)
    expect((await kept()).report.summary).toMatchObject({ ...IN_EXAMPLE, cached: 7, errors: 0 })
    repo.write('.git/info/exclude', '')
    expect(places((await kept()).report.diagnostics)).toEqual(TRACKED)
    repo.git('add', ROOT)
    const [tracked] = (await kept()).report.diagnostics
    expect(tracked?.message).toContain('Git keeps')
    repo.write('.git/info/exclude', `${ROOT}/\n`)
    repo.git('rm', '-r', '--cached', '--quiet', ROOT)
    expect((await kept()).report).toMatchObject({ diagnostics: [], summary: IN_EXAMPLE })
    repo.write(KNOWN, '{')
    expect(places((await kept()).report.diagnostics)).toEqual([`${KNOWN}:1 syntax`])
    rmSync(join(repo.dir, KNOWN))
    expect((await kept()).report).toMatchObject({ diagnostics: [], summary: { documents: 6 } })
  })

  test('in a second work tree, which has its own memory, is its own', async () => {
    const repo = filled()
    expect((await run(repo, { cache: true })).report.summary).toMatchObject(IN_EXAMPLE)
    const dir = join(tempFolder(), 'second')
    repo.git('worktree', 'add', '--quiet', dir)
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
    await expect(run({ dir }, { cache: true })).rejects.toThrow('no memory found in the work tree')
    repoAt(dir).write(KNOWN, '{')
    repoAt(dir).write(`${ROOT}/working/${idOf(1)}.json`, recordText())
    const second = (await run({ dir }, { cache: true })).report
    expect(places(second.diagnostics)).toEqual([`${KNOWN}:1 syntax`])
    expect(second.summary.documents).toBe(2)
    expect((await run(repo, { cache: true })).report).toMatchObject({ diagnostics: [], summary: IN_EXAMPLE })
  })
})

test('`index` sees the memory, and writes nothing', async () => {
  const repo = filled()
  const options = { cwd: repo.dir, check: false, cache: true, today: '2026-06-01' }
  const result = await runIndex(options)
  expect([result.written, result.stale, result.refused]).toEqual([[], [], []])
  rmSync(join(repo.dir, ROOT), { recursive: true })
  await expect(runIndex(options)).rejects.toThrow('no memory found')
})

test('the rule can be turned off where the memory is in git on purpose', async () => {
  const repo = filled('none')
  repo.write('memkeep.yaml', 'rules: { root-ignored: off }\n')
  repo.git('add', 'memkeep.yaml')
  repo.git('commit', '--quiet', '--no-verify', '--message', 'x')
  repo.git('add', '.')
  expect(hookCommit(repo)).toEqual({ code: 0, said: '' })
  const { report } = await run(repo)
  expect(report).toMatchObject({ diagnostics: [], summary: IN_EXAMPLE })
})
