import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { diagnoseText } from '../../src/engine/diagnose-text.ts'
import { runMergeDriver } from '../../src/merge/merge-driver.ts'
import { memkeep } from '../helpers/setup.ts'
import { tempFolder } from '../helpers/temp-repo.ts'
import { ci } from './ci/ci-repo.ts'
import { type CommitRepo, commitRepo } from './commit/commit-repo.ts'
import { decisions, type Files, lessons, memory, SHOP } from './commit/memory-files.ts'

// Settings that extend a file of the repository, or of an installed package.

const IMMUTABLE = 'history: { decisions: { mode: immutable } }\n'
const FREE = 'history: { decisions: { mode: free } }\n'
const OLD = decisions(1, 2)
const EDITED = OLD.replace('Reason 2', 'Another reason')
const OWN = 'config/memory.yaml'
const PACKAGE = 'node_modules/@acme/memory/memkeep.yaml'
const MANIFEST = (version: string): string =>
  JSON.stringify({ devDependencies: { '@acme/memory': version, other: '1' } }, null, 2)

/** A repository whose settings extend a file; `installed` are files that git ignores. */
function extending(path: string, { files = {}, installed = {} }: { files?: Files; installed?: Files } = {}) {
  const repo = commitRepo({
    files: {
      ...memory('shop', { decisions: [1, 2], lessons: [1] }),
      '.gitignore': 'node_modules/\n',
      'memkeep.yaml': `extends: ${path}\n`,
      ...files,
    },
  })
  for (const [name, text] of Object.entries(installed)) repo.write(name, text)
  repo.git('checkout', '--quiet', '-b', 'topic')
  return repo
}

const fromPackage = (files: Files = {}): CommitRepo =>
  extending(PACKAGE, { files, installed: { [PACKAGE]: IMMUTABLE } })

async function found({ dir }: CommitRepo, ...args: string[]): Promise<readonly string[]> {
  const { out, err } = await memkeep(dir, ['check', '--staged', '--format', 'json', ...args])
  if (out === '') return [err]
  const { diagnostics } = JSON.parse(out) as {
    diagnostics: { path: string; severity: string; rule: string; message: string }[]
  }
  return diagnostics
    .filter(({ rule }) => rule !== 'derived-fresh')
    .map(({ path, severity, rule, message }) => `${path} ${severity} ${rule} ${message}`)
}

/** Commits what is staged behind the hook, and judges it against `main`. */
async function inCi(
  repo: CommitRepo,
  ...args: string[]
): Promise<{ code: number; err: string; said: string }> {
  repo.git('commit', '--quiet', '--no-verify', '-m', 'change')
  const { code, err, found: said } = await ci(repo, null, '--base', 'main', ...args)
  return { code, err, said: said.join('\n') }
}

describe('a file of the repository', () => {
  const own = (): CommitRepo => extending(OWN, { files: { [OWN]: IMMUTABLE } })

  test('judges a commit and a pull request', async () => {
    const repo = own()
    repo.stage({ [SHOP.decisions]: EDITED })
    expect(repo.stops()).toContain('history')
    expect((await inCi(repo)).said).toContain(' error history')
  })

  test('is read as the base has it', async () => {
    const repo = own()
    repo.stage({ [OWN]: FREE, [SHOP.decisions]: EDITED })
    expect(repo.stops()).toContain('history')
    expect(await found(repo)).toContain(
      `${OWN} warning loosened This change may allow itself more than before: history.decisions.mode`,
    )
    const { code, said } = await inCi(repo)
    expect([code, said]).toEqual([1, expect.stringContaining(' error history')])
  })

  test('that the base has and the change takes away, with `extends`, judges too', async () => {
    const repo = own()
    repo.remove(OWN)
    repo.stage({ 'memkeep.yaml': '', [SHOP.decisions]: EDITED })
    expect(repo.stops()).toContain('history')
    expect((await inCi(repo)).said).toContain(' error history')
  })

  test('that is new in the change is named where it loosens', async () => {
    const repo = commitRepo({
      files: { ...memory('shop', { decisions: [1, 2] }), 'memkeep.yaml': IMMUTABLE },
    })
    repo.stage({ 'memkeep.yaml': `extends: ${OWN}\n`, [OWN]: FREE, [SHOP.decisions]: EDITED })
    expect(repo.stops()).toContain('history')
  })

  test('of settings under --config outside of the repository is the base’s as well', async () => {
    const repo = extending(OWN, { files: { [OWN]: IMMUTABLE, 'memkeep.yaml': '' } })
    const outside = join(tempFolder(), 'memkeep.yaml')
    const config = ['--config', outside]
    repo.write('../x', '')
    writeFileSync(outside, `extends: ${OWN}\n`)
    repo.stage({ [OWN]: FREE, [SHOP.decisions]: EDITED })
    expect((await found(repo, ...config)).join('\n')).toContain(' error history')
    expect((await inCi(repo, ...config)).said).toContain(' error history')
  })

  test('holds for the text of an editor and for the merge driver', async () => {
    const off = 'rules: { entry-category: off }\n'
    const repo = extending(OWN, { files: { [OWN]: off } })
    const text = OLD.replace(/\*\*Category:.*\n/, '')
    const rulesIn = async (): Promise<string[]> =>
      (await diagnoseText({ path: SHOP.decisions, text, cwd: repo.dir })).map(({ rule }) => rule)
    expect(await rulesIn()).not.toContain('entry-category')
    repo.write(OWN, '')
    expect(await rulesIn()).toContain('entry-category')
    const merge = () => {
      const sides = { base: decisions(1), ours: decisions(1, 2), theirs: decisions(1, 3) }
      for (const [side, text] of Object.entries(sides)) repo.write(side, text)
      return runMergeDriver({
        cwd: repo.dir,
        files: { base: 'base', ours: 'ours', theirs: 'theirs' },
        path: SHOP.decisions,
        markSize: 7,
        env: {},
      })
    }
    expect(await merge()).toMatchObject({ code: 0 })
    repo.remove(OWN)
    expect((await merge()).notes.join()).toContain(
      `memkeep.yaml extends ${OWN}, which cannot be read: no such file`,
    )
    repo.link(OWN, '../memkeep.yaml')
    expect((await merge()).notes.join()).toContain('which cannot be read: it is a symlink')
  })
})

describe('a file of an installed package', () => {
  test('judges a commit and a pull request', async () => {
    const repo = fromPackage()
    repo.stage({ [SHOP.decisions]: EDITED })
    expect(repo.stops()).toContain('history')
    expect((await inCi(repo)).said).toContain(' error history')
  })

  test('judges where the change no longer extends it', async () => {
    const repo = fromPackage()
    repo.stage({ 'memkeep.yaml': '', [SHOP.decisions]: EDITED })
    expect(repo.stops()).toContain('history')
    expect((await inCi(repo)).said).toContain(' error history')
  })

  test('that is not there any more where the change no longer extends it stops the change', async () => {
    const repo = fromPackage()
    repo.remove('node_modules')
    repo.stage({ 'memkeep.yaml': '', [SHOP.decisions]: EDITED })
    const said = `memkeep.yaml, before this change, extends ${PACKAGE}, which is not installed`
    expect(repo.stops()).toContain(said)
    expect(await inCi(repo)).toMatchObject({ code: 2, err: expect.stringContaining(said) })
  })

  test('that the change puts into git stops the change', async () => {
    const repo = fromPackage()
    repo.write(PACKAGE, FREE)
    repo.stage({ [SHOP.decisions]: EDITED })
    repo.git('add', '--force', PACKAGE)
    const said = `memkeep.yaml, before this change, extends ${PACKAGE}, which this change puts into git`
    expect(repo.stops()).toContain(said)
    expect(await inCi(repo)).toMatchObject({ code: 2, err: expect.stringContaining(said) })
  })

  test.each([
    ['package.json', MANIFEST('1.0.0'), MANIFEST('2.0.0')],
    ['package.json', MANIFEST('1.0.0'), '{ "overrides": { "@acme/memory": "npm:@eve/memory@1" } }'],
    [
      'package-lock.json',
      '{\n  "node_modules/@acme/memory": {\n    "version": "1.0.0",\n    "integrity": "a"\n  }\n}',
      '{\n  "node_modules/@acme/memory": {\n    "version": "1.0.0",\n    "integrity": "b"\n  }\n}',
    ],
    ['pnpm-lock.yaml', "  '@acme/memory@1.0.0':\n", "  '@acme/memory@1.1.0':\n"],
    ['yarn.lock', '"@acme/memory@^1":\n  version "1.0.0"\n', '"@acme/memory@^1":\n  version "1.0.1"\n'],
  ])('is named where %s installs another one', async (file, was, is) => {
    const repo = fromPackage({ [file]: was })
    repo.stage({ [file]: is })
    expect(await found(repo)).toEqual([
      `${file} warning loosened This change may allow itself more than before: the settings extend @acme/memory, which ${file} installs in another version or from another place`,
    ])
    expect((await inCi(repo)).said).toContain('warning loosened')
  })

  test('is not named where another package is updated', async () => {
    const repo = fromPackage({ 'package.json': MANIFEST('1.0.0') })
    repo.stage({ 'package.json': MANIFEST('1.0.0').replace('"other": "1"', '"other": "2"') })
    expect(await found(repo)).toEqual([])
  })

  test('may be linked within node_modules, as pnpm does', async () => {
    const store = 'node_modules/.pnpm/@acme+memory@1.0.0/node_modules/@acme/memory'
    const repo = extending(PACKAGE, { installed: { [`${store}/memkeep.yaml`]: IMMUTABLE } })
    repo.link('node_modules/@acme/memory', '../.pnpm/@acme+memory@1.0.0/node_modules/@acme/memory')
    repo.stage({ [SHOP.decisions]: EDITED })
    expect(repo.stops()).toContain('history')
  })
})

test('CI reads the package next to the memkeep that runs, where the clone has none', async () => {
  const repo = extending(PACKAGE)
  repo.stage({ [SHOP.decisions]: EDITED })
  repo.git('commit', '--quiet', '--no-verify', '-m', 'change')
  const trusted = tempFolder()
  cpSync(join(import.meta.dirname, '../../dist'), join(trusted, 'node_modules/memkeep/dist'), {
    recursive: true,
  })
  const ran = () =>
    spawnSync(
      process.execPath,
      [join(trusted, 'node_modules/memkeep/dist/memkeep.cjs'), 'ci', '--cwd', repo.dir, '--base', 'main'],
      { encoding: 'utf8', env: { ...process.env, CI: 'true' } },
    )
  expect(ran()).toMatchObject({ status: 2, stderr: expect.stringContaining('which is not installed') })
  mkdirSync(join(trusted, 'node_modules/@acme/memory'), { recursive: true })
  writeFileSync(join(trusted, PACKAGE), IMMUTABLE)
  expect(ran()).toMatchObject({ status: 1, stdout: expect.stringContaining('history') })
})

describe('caches notice a change of', () => {
  test.each([OWN, PACKAGE])('%s', async (path) => {
    const repo = extending(path, {
      files: path === OWN ? { [OWN]: IMMUTABLE } : {},
      installed: path === PACKAGE ? { [PACKAGE]: IMMUTABLE } : {},
    })
    repo.write(SHOP.lessons, lessons(1).replace(/\*\*Category:.*\n/, ''))
    const rules = async (): Promise<string> => (await memkeep(repo.dir, ['check', '--format', 'json'])).out
    expect(await rules()).toContain('"entry-category"')
    expect(await rules()).toContain('"entry-category"')
    repo.write(path, 'rules: { entry-category: off }\n')
    expect(await rules()).not.toContain('"entry-category"')
    repo.write(path, '')
    expect(await rules()).toContain('"entry-category"')
  })

  test('it in a file that is extended by one that is extended', async () => {
    const repo = extending(OWN, {
      files: { [OWN]: 'extends: config/base.yaml\n', 'config/base.yaml': '' },
    })
    repo.write(SHOP.lessons, lessons(1).replace(/\*\*Category:.*\n/, ''))
    const rules = async (): Promise<string> => (await memkeep(repo.dir, ['check', '--format', 'json'])).out
    expect(await rules()).toContain('"entry-category"')
    repo.write('config/base.yaml', 'rules: { entry-category: off }\n')
    expect(await rules()).not.toContain('"entry-category"')
  })
})

describe('is one line of refusal:', () => {
  type Refused = readonly [what: string, path: string, files: Files, said: string, links?: Files]
  const REFUSED: readonly Refused[] = [
    ['a circle', OWN, { [OWN]: 'extends: memkeep.yaml\n' }, 'extend each other in a circle: memkeep.yaml → '],
    ['itself', 'memkeep.yaml', {}, 'extend each other in a circle: memkeep.yaml → memkeep.yaml'],
    [
      'more than five files',
      'a1.yaml',
      Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`a${n}.yaml`, `extends: a${n + 1}.yaml\n`])),
      'settings extend more than 5 files one by another: memkeep.yaml → a1.yaml → ',
    ],
    [
      'a path out of the root',
      '../memkeep.yaml',
      {},
      'is not a file inside the repository: it has `.` or `..`',
    ],
    ['a path from a dot', './base.yaml', {}, 'is not a file inside the repository: it has `.` or `..`'],
    ['out of node_modules', 'node_modules/../../x.yaml', {}, 'it has `.` or `..`'],
    ['an absolute path', '/etc/x.yaml', {}, 'it has an absolute start'],
    ['a drive', '"C:/x.yaml"', {}, 'it has an absolute start'],
    ['a backslash', '"..\\\\x.yaml"', {}, 'it has a backslash'],
    ['a URL', 'https://user:pass@example.com/x.yaml', {}, 'Settings extend no URL'],
    ['a git URL', 'git+ssh://git@example.com/x.yaml', {}, 'Settings extend no URL'],
    ['a short URL', 'github:acme/memory', {}, 'Settings extend no URL'],
    ['a URL without a scheme', '//example.com/x.yaml', {}, 'Settings extend no URL'],
    ['the name of a package', '"@acme/memory"', {}, 'does not end in .yaml or .yml'],
    ['a program', 'memkeep.config.js', { 'memkeep.config.js': '' }, 'does not end in .yaml or .yml'],
    ['a list', '[a.yaml]', {}, 'The value is a list, it should be text'],
    ['nothing', '""', {}, 'it has an empty part'],
    ['a file that is not there', OWN, {}, `memkeep.yaml extends ${OWN}, which is no file in the work tree`],
    ['a package that is not there', PACKAGE, {}, `memkeep.yaml extends ${PACKAGE}, which is not installed`],
    ['broken YAML', OWN, { [OWN]: 'rules: {\n' }, `${OWN}:`],
    ['an unknown rule', OWN, { [OWN]: 'rules: { x: off }\n' }, `${OWN}:1:`],
    ['bytes that are no text', OWN, {}, `${OWN} is not valid UTF-8`],
    ['a huge file', OWN, { [OWN]: `# ${'x'.repeat(1024 * 1024)}\n` }, `${OWN} is too large for settings`],
    ['a symlink', OWN, {}, `${OWN} is a symlink, not a regular file`, { [OWN]: '../base.yaml' }],
    ['a folder behind a symlink', 'far/x.yaml', {}, 'which is no file in the work tree', { far: '/tmp' }],
    [
      'a package that is linked from elsewhere',
      PACKAGE,
      { 'packages/memory/memkeep.yaml': FREE },
      'is linked to a place outside of node_modules',
      { 'node_modules/@acme/memory': '../../packages/memory' },
    ],
    ['an endpoint of models', OWN, { [OWN]: 'models: {}\n' }, 'does not belong here'],
  ]

  test.each(REFUSED.map((row) => [row[0], row] as const))('%s', async (what, row) => {
    const [, path, files, said, links = {}] = row
    const repo = commitRepo({ files: { 'AGENTS.md': '# Rules\n', '.gitignore': 'node_modules/\n' } })
    repo.write('memkeep.yaml', `extends: ${path}\n`)
    for (const [name, text] of Object.entries(files)) repo.write(name, text)
    if (what.startsWith('bytes')) repo.write(OWN, new Uint8Array([0xff, 0xfe, 0x80]))
    for (const [name, target] of Object.entries(links)) repo.link(name, target)
    const { code, out, err } = await memkeep(repo.dir, ['check'])
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(said)])
    expect(err.trim().split('\n').length).toBeLessThan(3)
    expect(err).not.toContain('user:pass')
  })

  test('a package on disk that a link leads out of node_modules', async () => {
    const elsewhere = tempFolder()
    mkdirSync(join(elsewhere, '@acme/memory'), { recursive: true })
    writeFileSync(join(elsewhere, '@acme/memory/memkeep.yaml'), FREE)
    const repo = extending(PACKAGE)
    repo.link('node_modules', elsewhere)
    const { code, err } = await memkeep(repo.dir, ['check'])
    expect([code, err]).toEqual([2, expect.stringContaining('is linked to a place outside of node_modules')])
  })
})

test('the nearest file wins: rules one by one, everything else as a whole', async () => {
  const repo = extending(OWN, {
    files: {
      'memkeep.yaml': `extends: ${OWN}\nrules: { entry-category: info }\ngrowth: { threshold: 9 }\n`,
      [OWN]: 'rules: { entry-category: off, entry-tags: off }\ngrowth: { threshold: 1 }\n',
    },
  })
  repo.write(SHOP.decisions, OLD.replace(/\*\*(Category|Tags):.*\n/g, ''))
  const { out } = await memkeep(repo.dir, ['check', '--format', 'json'])
  const said = JSON.parse(out).diagnostics.map(
    ({ rule, severity }: { rule: string; severity: string }) => `${severity} ${rule}`,
  )
  expect(said).toContain('info entry-category')
  expect(said.join('\n')).not.toMatch(/entry-tags|growth/)
})

test('hooks look at the file, doctor names it, and so do the owners', async () => {
  const repo = extending(OWN, { files: { [OWN]: '' } })
  await memkeep(repo.dir, ['init', '--yes'])
  const hook = readFileSync(join(repo.gitDir, 'hooks/pre-commit'), 'utf8')
  expect(hook).toContain(OWN)
  expect((await memkeep(repo.dir, ['doctor'])).out).toContain(
    `the settings can be read, with what they extend: ${OWN}`,
  )
  expect((await memkeep(repo.dir, ['doctor', '--codeowners', '@ada'])).out).toContain(`/${OWN} @ada\n`)
})
