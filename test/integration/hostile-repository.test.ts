import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cleanWorkspace } from '../helpers/clean-workspace.ts'
import { BUILT, builtAtFirst } from '../helpers/resident/resident.ts'
import { rowsOf } from '../helpers/runs.ts'
import { copiesOf, type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const DECISIONS = 'user/memory/workspaces/shop/decisions.md'
const INDEX = 'user/memory/workspaces/shop/_index.yaml'

type Ran = { readonly code: number | null; readonly said: string }

/** By its subcommand. */
const commandFor = builtAtFirst()

function memkeep(repo: Pick<TempRepo, 'dir'>, ...args: string[]): Ran {
  const { status, stdout, stderr } = spawnSync(commandFor(args[0] ?? ''), args, {
    cwd: repo.dir,
    encoding: 'utf8',
  })
  return { code: status, said: `${stdout}${stderr}` }
}

/** The files of one clean workspace, with its index, committed. */
const shop = copiesOf(() => {
  const repo = tempRepo()
  for (const [path, file] of Object.entries(cleanWorkspace)) {
    if (path.includes('/shop/') && typeof file === 'string') repo.write(path, file)
  }
  expect(memkeep(repo, 'index').code).toBe(0)
  repo.commit()
  return repo
})

describe('looking at a repository runs none of its programs', () => {
  test('no transport fetches an object that a partial clone lacks, and the loss is reported', async () => {
    const repo = await shop()
    const canary = join(tempFolder(), 'ran')
    repo.git('config', 'core.repositoryformatversion', '1')
    repo.git('config', 'extensions.partialClone', 'origin')
    repo.git('config', 'remote.origin.promisor', 'true')
    repo.git('config', 'protocol.ext.allow', 'always')
    repo.git('config', 'remote.origin.url', `ext::sh -c touch% ${canary}`)
    const id = repo.git('rev-parse', `HEAD:${DECISIONS}`)
    rmSync(join(repo.dir, '.git/objects', id.slice(0, 2), id.slice(2)))
    for (const source of [
      ['--staged', '.'],
      ['--rev', 'HEAD'],
    ]) {
      const { code, said } = memkeep(repo, 'check', '--no-cache', ...source)
      expect(code, said).not.toBe(0)
    }
    expect(existsSync(canary)).toBe(false)
  })

  test('settings too large to be looked through may hold a filter', async () => {
    const repo = await shop()
    const canary = join(tempFolder(), 'ran')
    repo.git('config', 'filter.f.clean', `touch ${canary}; cat`)
    repo.write('.gitattributes', '* filter=f\n')
    appendFileSync(join(repo.dir, '.git/config'), `# ${'x'.repeat(1_200_000)}\n`)
    repo.write(DECISIONS, readFileSync(join(repo.dir, DECISIONS)))
    memkeep(repo, 'check')
    expect(existsSync(canary)).toBe(false)
  })
})

describe('what is not known is not passed', () => {
  test('an unresolved merge', async () => {
    const repo = await shop()
    const text = readFileSync(join(repo.dir, DECISIONS), 'utf8')
    repo.git('checkout', '-qb', 'other')
    repo.write(DECISIONS, text.replace('one cent', 'a cent').replace('a cent', 'two cents'))
    repo.commit()
    repo.git('checkout', '-q', 'main')
    repo.write(DECISIONS, text.replace('a cent', 'three cents'))
    repo.commit()
    expect(() => repo.git('merge', '-q', 'other')).toThrow()
    const { code, said } = memkeep(repo, 'check', '--staged')
    expect(said).toContain('unresolved merge conflict')
    expect(code).toBe(2)
  })

  const COMMANDS = [
    ['check', 2],
    ['index --check', 2],
    ['report', 2],
    ['files', 2],
    ['migrate --dry-run', 2],
    ['baseline', 2],
    [`archive ${DECISIONS} --keep 1`, 2],
    ['context --workspace shop', 1],
  ] as const

  test.each(rowsOf(COMMANDS, 3))('a directory that may not be opened, to %s', async (command, code) => {
    const repo = await shop()
    const folder = join(repo.dir, 'user/memory/workspaces/shop')
    const global = join(tempFolder(), 'gitconfig')
    writeFileSync(global, '[safe]\n\tdirectory = *\n')
    chmodSync(join(global, '..'), 0o755)
    chmodSync(repo.dir, 0o755)
    chmodSync(folder, 0)
    // To root every directory is open.
    const stranger = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    const env = { ...process.env, GIT_CONFIG_GLOBAL: global }
    const { status, stderr } = spawnSync(process.execPath, [BUILT, ...command.split(' ')], {
      cwd: repo.dir,
      encoding: 'utf8',
      env,
      ...stranger,
    })
    chmodSync(folder, 0o755)
    expect(stderr).toContain('cannot be read')
    expect(status).toBe(code)
  })

  test('settings that git does not see, that are a link, and duties that are turned off', async () => {
    const repo = await shop()
    repo.write('.gitignore', 'memkeep.yaml\n')
    repo.write('memkeep.yaml', 'rules: { entry-order: off }\n')
    expect(memkeep(repo, 'check')).toMatchObject({ code: 2, said: expect.stringContaining('git sees') })
    expect(memkeep(repo, 'check', '--config', 'memkeep.yaml').code).toBe(0)
    rmSync(join(repo.dir, '.gitignore'))
    rmSync(join(repo.dir, 'memkeep.yaml'))
    repo.link('memkeep.yaml', '/etc/passwd')
    expect(memkeep(repo, 'check')).toMatchObject({
      code: 2,
      said: expect.stringContaining('is a symlink, not a regular file'),
    })
    rmSync(join(repo.dir, 'memkeep.yaml'))
    repo.write('memkeep.yaml', 'rules: { unreadable: off }\n')
    expect(memkeep(repo, 'check')).toMatchObject({
      code: 2,
      said: expect.stringContaining('cannot be turned off'),
    })
  })

  test('a broken index that cannot be copied', async () => {
    const repo = await shop()
    rmSync(join(repo.dir, '.git/memkeep'), { recursive: true, force: true })
    writeFileSync(join(repo.dir, '.git/memkeep'), 'in the way')
    repo.write(INDEX, 'tags: [\n')
    for (const args of [['index'], ['check', '--fix']]) {
      const { code, said } = memkeep(repo, ...args)
      expect(said).toContain('nothing was written')
      expect(said).not.toContain('    at ')
      expect(code).toBe(2)
    }
    expect(readFileSync(join(repo.dir, INDEX), 'utf8')).toBe('tags: [\n')
  })

  test('empty paths, and directories that cannot be', async () => {
    const repo = await shop()
    mkdirSync(join(repo.dir, 'sub'))
    for (const args of [
      ['check', ''],
      ['check', '-C', 'x'.repeat(5000)],
      ['check', '-C', ''],
    ]) {
      expect(memkeep(repo, ...args).code, args.join(' ').slice(0, 20)).toBe(2)
    }
  })

  test('a run that is killed in the middle of a write leaves nothing that git would add', async () => {
    const repo = await shop()
    const scratch = join(repo.dir, '.git/memkeep/tmp')
    mkdirSync(scratch, { recursive: true })
    const { pid: killed } = spawnSync(process.execPath, ['-e', ''])
    const left = join(scratch, `.decisions.md.${killed}.0123456789abcdef.tmp`)
    writeFileSync(left, 'half')
    utimesSync(left, 1_000_000_000, 1_000_000_000)
    repo.write(INDEX, 'tags: []\n')
    expect(memkeep(repo, 'index').code).toBe(0)
    expect(readdirSync(scratch)).toEqual([])
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  test('standard output that is full', async () => {
    const repo = await shop()
    const line = `"${process.execPath}" "${BUILT}" check --no-cache > /dev/full`
    if (!existsSync('/dev/full')) return
    const { status, stderr } = spawnSync('sh', ['-c', line], { cwd: repo.dir, encoding: 'utf8' })
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'memkeep: the output cannot be written (ENOSPC)\n',
    })
  })
})
