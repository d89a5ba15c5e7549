import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SIZES } from '../../bench/corpus/corpus.ts'
import { writeCorpus } from '../../bench/corpus/write-corpus.ts'
import { type FsPort, NODE_FS, startLargeFile } from '../../src/fs/atomic-write.ts'
import { cleanWorkspace } from '../helpers/clean-workspace.ts'
import { LONG } from '../helpers/runs.ts'
import { everything, memkeep, plainEnvironment } from '../helpers/setup.ts'
import { repoAt, type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'
import { variant } from '../helpers/variant.ts'

const DECISIONS = 'user/memory/workspaces/devtools/decisions.md'
const SMALL = { workspaces: 1, domains: 2, repositories: 1, plans: 5 }
const DAY = ['--now', '2026-06-01']

function filled(): TempRepo {
  const repo = tempRepo()
  for (const [path, file] of Object.entries(cleanWorkspace)) {
    if (typeof file === 'string') repo.write(path, file)
    else repo.link(path, file.link)
  }
  repo.commit()
  return repo
}

/** What a check prints as JSON and its exit code, but for the seconds that it took. */
type Run = { readonly code: number; readonly out: string }

async function runJson(dir: string, args: readonly string[]): Promise<Run> {
  const { code, out, err } = await memkeep(dir, [...args, '--format', 'json', ...DAY])
  expect(err.replace(/^memkeep: stale, and rebuilt by the commit hook: .*\n/, '')).toBe('')
  return { code, out: out.replace(/"seconds":[\d.]+/, '"seconds":0') }
}

/** Every shard of a check, each in a folder of its own, as artifacts come; and the report of all of them. */
async function sharded(dir: string, of: number, args: readonly string[] = []): Promise<Run> {
  const folder = tempFolder()
  for (let index = 1; index <= of; index += 1) {
    const output = join(folder, `shard-${index}`, 'facts.jsonl')
    mkdirSync(join(folder, `shard-${index}`))
    const shard = ['--shard', `${index}/${of}`, '--output', output]
    const { code, out, err } = await memkeep(dir, ['check', ...args, ...shard, ...DAY])
    expect([code, out]).toEqual([0, ''])
    expect(err).toMatch(/^memkeep: shard \d+\/\d+: \d+ documents? in /)
  }
  return runJson(dir, ['merge-reports', folder, ...args])
}

/** One machine, that knows nothing from earlier runs. */
function alone(dir: string, args: readonly string[] = []): Promise<Run> {
  return runJson(dir, ['check', '--no-cache', ...args])
}

describe('shards give the report of one machine, byte for byte', () => {
  test('any number of them of a memory with findings, alone, with a base, and of a commit', async () => {
    const dir = tempFolder()
    await writeCorpus(dir, { size: SMALL, seed: 3, defects: 60 })
    cutLog(repoAt(dir))
    const [plain, based] = [await alone(dir), await alone(dir, ['--base', 'main'])]
    expect(plain.code).toBe(1)
    expect(plain.out).toContain('"cached":0,')
    expect(based.out).toContain('"rule":"item-lost"')
    expect(based.out).toContain('"new":false')
    for (const of of LONG ? [1, 2, 5, 8] : [5]) {
      expect(await sharded(dir, of)).toEqual(plain)
      expect(await sharded(dir, of, ['--base', 'main'])).toEqual(based)
    }
    expect(await sharded(dir, 3, ['--rev', 'main'])).toEqual(await alone(dir, ['--rev', 'main']))
  }, 180_000)

  test('with other settings on the side before', async () => {
    const repo = filled()
    repo.git('checkout', '--quiet', '-b', 'topic')
    repo.write('memkeep.yaml', 'rules: { entry-category: warning, derived-fresh: off }\n')
    repo.write(DECISIONS, `${readFileSync(join(repo.dir, DECISIONS), 'utf8')}### [2026-05-01] New\n\nText.\n`)
    repo.commit()
    const base = ['--base', 'main']
    expect(await sharded(repo.dir, 3, base)).toEqual(await alone(repo.dir, base))
  })

  test('of a work tree with changes, of staged files in a merge, and of a plain folder', async () => {
    const repo = filled()
    repo.git('checkout', '--quiet', '-b', 'topic')
    repo.write(
      DECISIONS,
      `${readFileSync(join(repo.dir, DECISIONS), 'utf8')}### [2026-05-01] Theirs\n\nText.\n`,
    )
    repo.commit()
    repo.git('checkout', '--quiet', 'main')
    repo.write('resources/workspaces/shop/_plans/260501-new.md', '# New\n')
    repo.commit()
    repo.git('merge', '--quiet', '--no-commit', '--no-ff', 'topic')
    repo.write('user/memory/workspaces/shop/web/lessons.md', '# Untracked\n')
    expect(await sharded(repo.dir, 3)).toEqual(await alone(repo.dir))
    expect(await sharded(repo.dir, 3, ['--staged'])).toEqual(await alone(repo.dir, ['--staged']))
    rmSync(join(repo.dir, '.git'), { recursive: true })
    expect(await sharded(repo.dir, 2)).toEqual(await alone(repo.dir))
  })

  test('more shards than documents', async () => {
    const repo = tempRepo()
    repo.write(DECISIONS, '### [2026-05-01] New\n')
    repo.commit()
    expect(await sharded(repo.dir, 9)).toEqual(await alone(repo.dir))
  })

  variant(
    '1, 2, 5 and 8 of 2,000 files, alone and with a base',
    async () => {
      const dir = tempFolder()
      await writeCorpus(dir, { size: SIZES.M ?? fail('no size M'), seed: 1, defects: 20 })
      cutLog(repoAt(dir))
      const [plain, based] = [await alone(dir), await alone(dir, ['--base', 'main'])]
      expect(based.out).toContain('"rule":"item-lost"')
      for (const of of [1, 2, 5, 8]) {
        expect(await sharded(dir, of)).toEqual(plain)
        expect(await sharded(dir, of, ['--base', 'main'])).toEqual(based)
      }
    },
    600_000,
  )
})

/** Commits a log's first half to a branch of its own: the rest is lost. */
function cutLog(repo: TempRepo): void {
  const log = 'user/memory/workspaces/ws-0001/decisions.md'
  const lines = readFileSync(join(repo.dir, log), 'utf8').split('\n')
  repo.git('config', 'user.name', 'Test')
  repo.git('config', 'user.email', 'test@example.com')
  repo.git('checkout', '--quiet', '-b', 'topic')
  repo.write(log, lines.slice(0, lines.length >> 1).join('\n'))
  repo.commit()
}

function fail(message: string): never {
  throw new Error(message)
}

describe('what a shard and their judge leave alone', () => {
  test('nothing of them is kept for later runs', async () => {
    const repo = filled()
    const before = everything(repo.dir)
    await sharded(repo.dir, 2)
    expect(everything(repo.dir)).toEqual(before)
  })

  test('facts of earlier runs serve a shard', async () => {
    const repo = filled()
    const fresh = await alone(repo.dir)
    await memkeep(repo.dir, ['check', ...DAY])
    expect(await sharded(repo.dir, 2)).toEqual(fresh)
  })

  test('no memory at all is for the judge to say', async () => {
    const repo = tempRepo()
    repo.write('a.txt', 'a\n')
    repo.commit()
    const folder = tempFolder()
    const output = join(folder, 'one')
    expect((await memkeep(repo.dir, ['check', '--shard', '1/1', '--output', output])).code).toBe(0)
    const judged = await memkeep(repo.dir, ['merge-reports', folder])
    expect([judged.code, judged.err]).toEqual([2, expect.stringContaining('no memory found')])
  })

  test('a work tree that was changed since is not parsed', async () => {
    const repo = filled()
    const folder = tempFolder()
    await memkeep(repo.dir, ['check', '--shard', '1/1', '--output', join(folder, 'one')])
    repo.write(DECISIONS, '# Changed\n')
    const judged = await memkeep(repo.dir, ['merge-reports', folder])
    const head = repo.git('rev-parse', 'HEAD').slice(0, 12)
    expect([judged.code, judged.out]).toEqual([2, ''])
    expect(judged.err).toContain(
      `no shard has ${DECISIONS} as it is here: the shards were made of work tree of ${head}\n`,
    )
  })

  test('a folder, a link or a pipe in the place of the file is left as it is', async () => {
    const repo = filled()
    const files = repoAt(tempFolder())
    files.write('target', 'old\n')
    files.link('link', 'target')
    mkdirSync(join(files.dir, 'folder'))
    const run = (name: string): ReturnType<typeof memkeep> =>
      memkeep(repo.dir, ['check', '--shard', '1/2', '--output', join(files.dir, name)])
    expect(await run('folder')).toMatchObject({ code: 2, err: expect.stringContaining('it is a directory') })
    expect(await run('link')).toMatchObject({ code: 2, err: expect.stringContaining('not a regular file') })
    expect(readFileSync(join(files.dir, 'target'), 'utf8')).toBe('old\n')
    expect(await run('target')).toMatchObject({ code: 0 })
    expect(readdirSync(files.dir).sort()).toEqual(['folder', 'link', 'target'])
  })
})

describe('a shard file that is interrupted', () => {
  const bytes = (text: string): Buffer => Buffer.from(text)

  /** The real file system, with one call failing, at its `nth` time. */
  function failing(name: keyof FsPort, nth: number, code: string): FsPort {
    let count = 0
    const real = NODE_FS as unknown as Record<string, (...args: unknown[]) => unknown>
    const fails = (...args: unknown[]): unknown => {
      count += 1
      if (count === nth) throw Object.assign(new Error(code), { code })
      return real[name]?.(...args)
    }
    return { ...NODE_FS, [name]: fails }
  }

  test.each([
    ['lstatSync', 1],
    ['openSync', 1],
    ['writeSync', 1],
    ['writeSync', 2],
    ['writeSync', 3],
    ['fstatSync', 1],
    ['renameSync', 1],
  ] satisfies [keyof FsPort, number][])('%s failing at call %i leaves what was there', (name, nth) => {
    const dir = tempFolder()
    const path = join(dir, 'shard')
    writeFileSync(path, 'old')
    const write = (): void => {
      const file = startLargeFile(path, failing(name, nth, 'ENOSPC'))
      try {
        file.append(bytes('    '))
        file.append(bytes('more'))
        file.finish(bytes('head'))
      } catch (error) {
        file.abandon()
        throw error
      }
    }
    expect(write).toThrow('ENOSPC')
    expect(readFileSync(path, 'utf8')).toBe('old')
    expect(readdirSync(dir)).toEqual(['shard'])
  })

  test('short writes are gone on with', () => {
    const path = join(tempFolder(), 'shard')
    const writeSync = ((
      handle: number,
      from: Uint8Array,
      offset: number,
      length: number,
      at: number | null,
    ) => NODE_FS.writeSync(handle, from, offset, Math.min(length, 1), at)) as FsPort['writeSync']
    const file = startLargeFile(path, { ...NODE_FS, writeSync })
    file.append(bytes('    '))
    file.append(bytes('more'))
    file.finish(bytes('head'))
    expect(readFileSync(path, 'utf8')).toBe('headmore')
  })

  test('a command that is killed leaves no shard file, and nothing that passes for one', async () => {
    const repo = filled()
    for (let i = 0; i < 400; i += 1) {
      repo.write(
        `resources/workspaces/shop/_plans/2601${10 + (i % 20)}-plan-${i}.md`,
        `# Plan\n\n${'Text. '.repeat(400)}\n`,
      )
    }
    repo.commit()
    const folder = tempFolder()
    const output = join(folder, 'shard')
    const args = [resolve('dist/memkeep.cjs'), 'check', '--shard', '1/1', '--output', output, '--no-cache']
    const child = spawn(process.execPath, args, { cwd: repo.dir, env: plainEnvironment(), stdio: 'ignore' })
    const ended = new Promise((done) => child.on('close', done))
    // Not before it has begun to write.
    while (readdirSync(folder).length === 0 && child.exitCode === null) await new Promise(setImmediate)
    child.kill('SIGKILL')
    await ended
    expect(existsSync(output)).toBe(false)
    const { code, err } = await memkeep(repo.dir, ['merge-reports', folder])
    expect([code, err]).toEqual([2, expect.stringContaining('no shard file below')])
  })
})
