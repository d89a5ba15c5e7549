import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { rowsOf } from '../helpers/runs.ts'
import { repoAt, type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'
import { variant } from '../helpers/variant.ts'

type Package = Pick<TempRepo, 'dir'>

/** A folder with what `npm run prepare` needs, and husky where it is installed. */
function packageIn<T extends Package>(place: T, husky = true): T {
  mkdirSync(join(place.dir, 'scripts'))
  cpSync('scripts/prepare.mjs', join(place.dir, 'scripts/prepare.mjs'))
  mkdirSync(join(place.dir, 'node_modules'))
  if (husky) symlinkSync(resolve('node_modules/husky'), join(place.dir, 'node_modules/husky'))
  return place
}

function prepare({ dir }: Package, env: NodeJS.ProcessEnv = {}): { code: number | null; said: string } {
  const clean = { ...process.env, CI: undefined, HUSKY: undefined, ...env }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/prepare.mjs'], {
    cwd: dir,
    encoding: 'utf8',
    env: clean,
  })
  return { code: status, said: `${stdout}${stderr}` }
}

function hooksPath(repo: TempRepo): string {
  const { stdout } = spawnSync('git', ['config', 'core.hooksPath'], { cwd: repo.dir, encoding: 'utf8' })
  return stdout.trim()
}

const SILENT = { code: 0, said: '' }

test('arms the hooks of a clone, and finds them armed the next time', () => {
  const repo = packageIn(tempRepo())
  for (const _ of [1, 2]) {
    expect(prepare(repo)).toEqual(SILENT)
    expect(hooksPath(repo)).toBe('hooks/_')
    expect(existsSync(join(repo.dir, 'hooks/_/pre-commit'))).toBe(true)
    expect(readlinkSync(join(repo.dir, 'node_modules/.bin/memkeep'))).toBe('../../dist/memkeep.cjs')
  }
  expect(repo.git('status', '--porcelain', '--', 'hooks')).toBe('')
  cpSync('hooks/pre-commit', join(repo.dir, 'hooks/pre-commit'))
  const token = '0123456789abcdef'
  const env = { ...process.env, HUSKY: undefined, MEMKEEP_CANARY: token, HOME: tempFolder() }
  const args = ['commit', '-q', '--allow-empty', '-m', 'x']
  const { status, stderr } = spawnSync('git', args, { cwd: repo.dir, encoding: 'utf8', env })
  expect([status, stderr]).toEqual([1, expect.stringContaining(`memkeep-canary ${token} pre-commit\n`)])
})

test('arms a linked work tree', () => {
  const repo = tempRepo()
  repo.commit()
  const dir = join(tempFolder(), 'w')
  repo.git('worktree', 'add', '-q', dir)
  expect(prepare(packageIn({ dir }))).toEqual(SILENT)
  expect(existsSync(join(dir, 'hooks/_/pre-push'))).toBe(true)
})

test('without husky, as after `npm ci --omit=dev`, it says so and succeeds', () => {
  const repo = packageIn(tempRepo(), false)
  expect(prepare(repo)).toEqual({
    code: 0,
    said: 'prepare: git hooks are not armed: husky is not installed\n',
  })
  expect(hooksPath(repo)).toBe('')
})

test.each([{ HUSKY: '0' }, { CI: 'true' }])('does nothing under %o', (env) => {
  const repo = packageIn(tempRepo())
  expect(prepare(repo, env)).toEqual(SILENT)
  expect(hooksPath(repo)).toBe('')
  expect(existsSync(join(repo.dir, 'hooks'))).toBe(false)
})

test('does nothing in a tree without .git', () => {
  const folder = packageIn({ dir: tempFolder() })
  expect(prepare(folder)).toEqual(SILENT)
  expect(existsSync(join(folder.dir, 'hooks'))).toBe(false)
})

test('succeeds without git', () => {
  const { code, said } = prepare(packageIn(tempRepo()), { PATH: tempFolder() })
  expect([code, said.split('\n')]).toEqual([0, ['prepare: git command not found', '']])
})

test('leaves hooks that lie somewhere else', () => {
  const repo = packageIn(tempRepo())
  repo.git('config', 'core.hooksPath', '.githooks')
  expect(prepare(repo)).toEqual({
    code: 0,
    said: 'prepare: git\'s core.hooksPath is ".githooks" and was left; memkeep\'s hooks are not armed\n',
  })
  expect(hooksPath(repo)).toBe('.githooks')
})

const INSTALLS: readonly (readonly [flags: string[], husky: boolean, armed: string])[] = [
  [['--ignore-scripts=false'], true, 'hooks/_'],
  [['--ignore-scripts=false', '--omit=dev'], false, ''],
  [['--ignore-scripts'], true, ''],
]

test.each(rowsOf(INSTALLS, 3))('npm install %j succeeds', (flags, husky, armed) => {
  const folder = tempFolder()
  mkdirSync(join(folder, 'node_modules'))
  if (husky) symlinkSync(resolve('node_modules/husky'), join(folder, 'node_modules/husky'))
  const repo = repoAt(join(folder, 'package'))
  const { prepare } = JSON.parse(readFileSync('package.json', 'utf8')).scripts
  repo.write('package.json', JSON.stringify({ name: 'x', version: '1.0.0', scripts: { prepare } }))
  repo.write('scripts/prepare.mjs', readFileSync('scripts/prepare.mjs'))
  repo.git('init', '-q')
  const args = ['install', '--offline', '--no-audit', '--no-fund', ...flags]
  const env = { ...process.env, CI: undefined, HUSKY: undefined }
  const { status, stderr } = spawnSync('npm', args, { cwd: repo.dir, encoding: 'utf8', env })
  expect([status, hooksPath(repo)], stderr).toEqual([0, armed])
})

/** A repository whose build needs a package for development, which lies in it. */
function buildingRepo(build: string): TempRepo {
  const repo = tempRepo()
  const { prepare } = JSON.parse(readFileSync('package.json', 'utf8')).scripts
  const manifest = { name: 'x', version: '1.0.0', devDependencies: { esbuild: 'file:esbuild' } }
  repo.write('package.json', JSON.stringify({ ...manifest, files: ['dist'], scripts: { prepare } }))
  const packages = {
    '': manifest,
    esbuild: { version: '1.0.0', dev: true },
    'node_modules/esbuild': { resolved: 'esbuild', link: true },
  }
  repo.write('package-lock.json', JSON.stringify({ name: 'x', lockfileVersion: 3, requires: true, packages }))
  repo.write('esbuild/package.json', JSON.stringify({ name: 'esbuild', version: '1.0.0' }))
  repo.write('esbuild/index.js', "module.exports.name = 'memkeep.cjs'")
  repo.write('scripts/prepare.mjs', readFileSync('scripts/prepare.mjs'))
  const imports = "import { mkdirSync, writeFileSync } from 'node:fs'\nimport esbuild from 'esbuild'\n"
  repo.write('scripts/build.mjs', `${imports}mkdirSync('dist', { recursive: true })\n${build}\n`)
  repo.write('scripts/roll-up-types.mjs', '')
  repo.commit()
  return repo
}

function installFromGit(repo: TempRepo, flags: readonly string[]) {
  const dir = tempFolder()
  const args = ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts=false', ...flags]
  const env = { ...process.env, CI: 'true', npm_config_cache: tempFolder(), npm_config_prefix: dir }
  const options = { cwd: dir, encoding: 'utf8', env } as const
  const { status, stderr } = spawnSync('npm', [...args, `git+file://${repo.dir}`], options)
  const dist = join(dir, flags.includes('-g') ? 'lib/node_modules/x/dist' : 'node_modules/x/dist')
  return { status, stderr, built: existsSync(dist) ? readdirSync(dist) : null }
}

/** npm runs no `prepack` for it. pre-commit installs hooks of `language: node` as the second does. */
test.each(rowsOf([[[]], [['-g', '--install-links']]], 2))(
  'a package from git is built: npm install %j',
  (flags) => {
    const repo = buildingRepo("writeFileSync('dist/' + esbuild.name, '')")
    const { status, stderr, built } = installFromGit(repo, flags)
    expect([status, built], stderr).toEqual([0, ['memkeep.cjs']])
  },
)

variant('a package from git that cannot be built is not installed', () => {
  const { status, stderr, built } = installFromGit(buildingRepo("throw new Error('no space left')"), [])
  expect([status, built]).toEqual([1, null])
  expect(stderr).toContain('no space left')
})
