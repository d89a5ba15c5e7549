import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { runCheck } from '../../src/engine/check.ts'
import { lockParts, partsOf, writeMove } from '../../src/engine/locked-write.ts'
import { workspace } from '../../src/layouts/workspace/layout.ts'
import { type ArchiveResult, runArchive } from '../../src/maintain/archive.ts'
import { runIndex } from '../../src/maintain/rebuild-index.ts'
import { openProject } from '../../src/snapshot/project.ts'
import { memkeep } from '../helpers/setup.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

const FOLDER = 'user/memory/workspaces/shop'
const LOG = `${FOLDER}/decisions.md`
const INDEX = `${FOLDER}/_index.yaml`
const ARCHIVE = `${FOLDER}/_archive/decisions-2026.md`

const entry = (day: string, title: string, body: string): string =>
  `### [2026-02-${day}] ${title}\n\n**Category:** convention\n\n${body}\n\n---\n`

const A = entry('01', 'Prices are integers', 'Floating point lost a cent.')
const B = entry('02', 'Refunds need an account', 'A refund goes to a verified address.')
const OPTIONS = { cache: false, today: '2026-06-01' }

async function indexed(log: string, more: { readonly [path: string]: string } = {}): Promise<TempRepo> {
  const repo = tempRepo()
  repo.write(LOG, log)
  for (const [path, text] of Object.entries(more)) repo.write(path, text)
  await runIndex({ ...OPTIONS, cwd: repo.dir, check: false })
  return repo
}

const archive = ({ dir }: TempRepo, keep: number, file = LOG): Promise<ArchiveResult> =>
  runArchive({ ...OPTIONS, dryRun: false, cwd: dir, from: dir, file, choice: { keep } })

/** Adds an entry to a log every other millisecond, each with its own title. */
const WRITER = `
const { readFileSync, renameSync, writeFileSync } = require('node:fs')
const { workerData: { log, entry } } = require('node:worker_threads')
let count = 0
setInterval(() => {
  count += 1
  writeFileSync(log + '.tmp', readFileSync(log, 'utf8') + '\\n' + entry.replace('Stock', 'Stock ' + count))
  renameSync(log + '.tmp', log)
}, 2)
`

const BUSY = 'is being written to'

const textOf = ({ dir }: TempRepo, path: string): string => readFileSync(join(dir, path), 'utf8')

describe('memkeep archive', () => {
  test('refuses to leave a log with too few entries to show their form, and says how to name it', async () => {
    const titles = ['Name the port', 'Ask before a release', 'Never purge the cache']
    const log = `# Decisions\n\n${titles.map((title) => `### ${title}\n\nIt was asked for twice.\n`).join('\n')}`
    const repo = await indexed('', { 'DECISIONS.md': log })
    const args = ['archive', 'DECISIONS.md', '--entry', titles[0] ?? '']
    const { code, err } = await memkeep(repo.dir, args)
    expect([code, err]).toEqual([2, expect.stringContaining('would not be read as memory any more')])
    expect(textOf(repo, 'DECISIONS.md')).toBe(log)
    repo.write('memkeep.yaml', `${/logs: \[.*\]/.exec(err)?.[0]}\n`)
    expect((await memkeep(repo.dir, args)).code).toBe(0)
    expect(textOf(repo, 'DECISIONS-archive.md')).toContain(titles[0])
  })

  test.each(['', "it's a/b"])(
    'gives a command that stages the new archive with the log, from %j',
    async (below) => {
      const repo = await indexed(`# Decisions\n\n${A}\n${B}`, { [join(below, 'other.txt')]: 'x' })
      repo.commit()
      repo.write('other.txt', 'not to be staged')
      const from = join(repo.dir, below)
      const { out } = await memkeep(from, ['archive', '--cwd', repo.dir, LOG, '--keep', '1'])
      execFileSync('sh', ['-c', out.slice(out.lastIndexOf('git '))], { cwd: from })
      const staged = repo.git('diff', '--cached', '--name-only').trim().split('\n')
      expect(staged).toEqual([ARCHIVE, INDEX, LOG].sort())
    },
  )

  test('takes a path from the top, as advice names it, in a folder without such a file', async () => {
    const repo = await indexed(`# Decisions\n\n${A}\n${B}`, { 'src/other.txt': 'x' })
    repo.commit()
    const cwd = join(repo.dir, 'src')
    await runArchive({ ...OPTIONS, dryRun: false, cwd, from: cwd, file: LOG, choice: { keep: 1 } })
    expect(textOf(repo, ARCHIVE)).toContain('Prices are integers')
    expect(textOf(repo, LOG)).not.toContain('Prices are integers')
  })

  test('moves nothing into a file that git ignores', async () => {
    const repo = await indexed(`# Decisions\n\n${A}\n${B}`, { '.gitignore': '_archive/\n' })
    const before = textOf(repo, LOG)
    await expect(archive(repo, 1)).rejects.toThrow(`git ignores ${ARCHIVE}`)
    expect(textOf(repo, LOG)).toBe(before)
    expect(existsSync(join(repo.dir, ARCHIVE))).toBe(false)
  })

  test('moves entries and rebuilds the index, and then has nothing to do', async () => {
    const repo = await indexed(`# Decisions\n\n${A}\n${B}`)
    expect(await archive(repo, 1)).toMatchObject({
      moved: 1,
      kept: 1,
      written: [ARCHIVE, LOG, INDEX],
      refused: [],
      notes: [],
    })
    expect(textOf(repo, LOG)).toBe(`# Decisions\n\n${B}`)
    expect(textOf(repo, ARCHIVE)).toBe(`# Decisions of 2026\n\n${A}`)
    expect(textOf(repo, INDEX)).toContain('total_decisions: 1')
    expect((await runIndex({ ...OPTIONS, cwd: repo.dir, check: true })).stale).toEqual([])
    expect(await archive(repo, 1)).toMatchObject({ moved: 0, kept: 1, written: [] })
  })

  test('ends a run that was killed between the archive and the log', async () => {
    const repo = await indexed(`# Decisions\n\n${A}\n${B}`)
    repo.write(ARCHIVE, `# Decisions of 2026\n\n${A}`)
    expect(await archive(repo, 1)).toMatchObject({ moved: 1, kept: 1, refused: [], notes: [] })
    expect(textOf(repo, LOG)).toBe(`# Decisions\n\n${B}`)
    expect(textOf(repo, ARCHIVE)).toBe(`# Decisions of 2026\n\n${A}`)
    expect((await runIndex({ ...OPTIONS, cwd: repo.dir, check: true })).stale).toEqual([])
  })

  test('waits for a save into the log, sees what was saved, and leaves it alone', async () => {
    const repo = await indexed(`${A}\n${B}`)
    const project = await openProject(repo.dir)
    const locks = await lockParts(project, partsOf([LOG], workspace, DEFAULT_SETTINGS))
    const waiting = archive(repo, 1)
    // It has come as far as the lock when it has left something where locks lie.
    while (readdirSync(join(repo.dir, '.git/memkeep/locks')).length < 2) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const saved = `${A}\n${B}\n${entry('03', 'Stock is counted at night', 'The shop is closed then.')}`
    repo.write(LOG, saved)
    locks.release()
    const { written, refused } = await waiting
    expect(written).toEqual([])
    expect(refused).toContainEqual({ path: LOG, reason: 'it was changed meanwhile' })
    expect(textOf(repo, LOG)).toBe(saved)
    expect(existsSync(join(repo.dir, ARCHIVE))).toBe(false)
  })

  test('does not take what was saved between two reads of the log for its own damage', async () => {
    const repo = await indexed(`${A}\n${B}`)
    const writer = new Worker(WRITER, {
      eval: true,
      workerData: { log: join(repo.dir, LOG), entry: entry('03', 'Stock', 'More.') },
    })
    const said = []
    for (let i = 0; i < 8; i += 1) said.push(await archive(repo, 1).then(() => BUSY, String))
    await writer.terminate()
    expect(said).toEqual(said.map(() => expect.stringContaining(BUSY)))
    expect((await archive(repo, 1)).kept).toBe(1)
  })

  test('takes line ends that git converts for no change', async () => {
    const repo = await indexed(`${A}\n${B}`.replaceAll('\n', '\r\n'), {
      '.gitattributes': '* text eol=crlf\n',
    })
    repo.commit('all')
    expect(await archive(repo, 1)).toMatchObject({ moved: 1, kept: 1, refused: [] })
  })

  test('takes them for none where a hook has read the files that git holds', async () => {
    const repo = await indexed(`${A}\n`)
    repo.commit('all')
    repo.write(LOG, `${A}\n${B}`)
    await runIndex({ ...OPTIONS, cwd: repo.dir, check: false })
    repo.git('add', '--all')
    const source = { kind: 'staged' } as const
    await runCheck({ ...OPTIONS, cwd: repo.dir, source, paths: [], fix: false, cache: true, skip: [] })
    repo.git('config', 'core.autocrlf', 'true')
    repo.remove('user')
    repo.git('checkout', '--quiet', '--', '.')
    expect(readFileSync(join(repo.dir, LOG), 'utf8')).toContain('\r\n')
    const done = await runArchive({
      ...OPTIONS,
      dryRun: false,
      cache: true,
      cwd: repo.dir,
      from: repo.dir,
      file: LOG,
      choice: { keep: 1 },
    })
    expect(done).toMatchObject({ moved: 1, kept: 1, refused: [] })
  })

  test('leaves an index of another workspace as it is, stale or not', async () => {
    const other = 'user/memory/workspaces/devtools/decisions.md'
    const repo = await indexed(`${A}\n${B}`, { [other]: A })
    repo.write(other, B)
    expect((await archive(repo, 1)).written).toEqual([ARCHIVE, LOG, INDEX])
  })

  test('keeps a copy of an index that cannot be read', async () => {
    const repo = await indexed(`${A}\n${B}`)
    repo.write(INDEX, 'tags: [')
    const { notes, written } = await archive(repo, 1)
    expect(written).toContain(INDEX)
    expect(notes).toEqual([expect.stringContaining('what it held is kept in')])
  })

  test('says what is new about the moved entries, such as a link that leads nowhere now', async () => {
    const linked = A.replace('a cent', '[a cent](lessons.md)')
    const repo = await indexed(`${linked}\n${B}`, { [`${FOLDER}/lessons.md`]: '# Lessons\n' })
    const { notes, written } = await archive(repo, 1)
    expect(written).toContain(ARCHIVE)
    expect(notes).toEqual([expect.stringContaining(`new in ${ARCHIVE}:7`)])
  })

  test.each([
    [
      'an open fence at the end of the archive',
      { [ARCHIVE]: `# Old\n\n${B.replace('---\n', '```\n')}` },
      /would change/,
      LOG,
      /^Nothing was written\. It is at \S+decisions-2026\.md:3, and would have another text or end there/,
    ],
    [
      'a file that is no log',
      { [`${FOLDER}/notes.md`]: '# Notes\n' },
      /is no file of memory/,
      `${FOLDER}/notes.md`,
    ],
    ['a file that is not there', {}, /is no file of the work tree/, 'nowhere.md'],
    ['an index', {}, /it is of kind memory-index/, INDEX],
    ['a file outside', {}, /is outside/, '../elsewhere.md'],
  ])('refuses %s, and writes nothing', async (_, more, reason, file = LOG, hint = /./) => {
    const repo = await indexed(`${entry('03', 'Taxes', 'They change.')}\n${A}`, more)
    repo.commit()
    await expect(archive(repo, 0, file)).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringMatching(reason),
      hint: expect.stringMatching(hint),
    })
    expect(repo.git('status', '--porcelain')).toBe('')
  })
})

describe('a move that cannot be written', () => {
  const move = new Map([
    [ARCHIVE, { kind: 'text', text: 'new' } as const],
    [LOG, { kind: 'text', text: 'shorter' } as const],
  ])
  const rebuild = new Map([[INDEX, { kind: 'text', text: 'index' } as const]])

  const project = (repo: TempRepo) => ({
    root: repo.dir,
    cwd: repo.dir,
    repository: { top: repo.dir, gitDir: join(repo.dir, '.git'), commonDir: join(repo.dir, '.git') },
  })

  test.each([null, 'archive before'])(
    'is taken back when the log was changed meanwhile (archive: %j)',
    (present) => {
      const repo = tempRepo()
      repo.write(LOG, 'changed')
      if (present) repo.write(ARCHIVE, present)
      const before = new Map([
        [ARCHIVE, present === null ? null : Buffer.from(present)],
        [LOG, Buffer.from('as it was')],
        [INDEX, null],
      ])
      const result = writeMove(project(repo), { move, rebuild, before })
      expect(result).toEqual({
        written: [],
        refused: [{ path: LOG, reason: expect.stringContaining('changed') }],
      })
      expect(textOf(repo, LOG)).toBe('changed')
      expect(existsSync(join(repo.dir, INDEX))).toBe(false)
      if (present === null) expect(existsSync(join(repo.dir, ARCHIVE))).toBe(false)
      else expect(textOf(repo, ARCHIVE)).toBe(present)
    },
  )

  test('does not touch the log when the archive was changed meanwhile', () => {
    const repo = tempRepo()
    repo.write(LOG, 'as it was')
    repo.write(ARCHIVE, 'changed')
    const before = new Map([
      [ARCHIVE, null],
      [LOG, Buffer.from('as it was')],
      [INDEX, null],
    ])
    expect(writeMove(project(repo), { move, rebuild, before }).written).toEqual([])
    expect(textOf(repo, LOG)).toBe('as it was')
    expect(textOf(repo, ARCHIVE)).toBe('changed')
  })
})
