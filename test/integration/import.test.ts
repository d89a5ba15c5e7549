import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sampleSecrets } from '../helpers/sample-secrets.ts'
import { everything, memkeep, type Ran } from '../helpers/setup.ts'
import { type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

type Scene = TempRepo & {
  readonly home: string
  readonly linked: string
  /** Writes a file of what Claude Code remembers of a directory, and gives its folder. */
  readonly remember: (directory: string, name: string, text: string | Buffer) => string
  readonly run: (...args: string[]) => Promise<Ran>
}

/** A repository with a linked work tree and a folder, and a home that has nothing yet. */
function scene(): Scene {
  const repo = tempRepo()
  repo.write('packages/web/index.js', '')
  repo.git('add', '-A')
  repo.git('commit', '-qm', 'begin')
  const [home, linked] = [tempFolder(), join(tempFolder(), 'second-tree')]
  repo.git('worktree', 'add', '-q', linked)
  return {
    ...repo,
    home,
    linked,
    remember: (directory, name, text) => {
      const folder = join(home, '.claude/projects', directory.replace(/[^A-Za-z0-9]/g, '-'), 'memory')
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, name), text)
      return folder
    },
    run: (...args) =>
      memkeep(repo.dir, ['import', '--from', 'claude', ...args], {
        HOME: home,
        CLAUDE_CONFIG_DIR: undefined,
      }),
  }
}

/** What git does not keep for itself. */
function workTree(dir: string): object {
  return Object.fromEntries(Object.entries(everything(dir)).filter(([path]) => !path.startsWith('.git/')))
}

const INDEX = '# Memory\n\n- [Testing](testing.md) -- how tests run\n'

test('three folders of Claude Code: nothing is lost, nothing is there twice, no secret, and one command takes it back', async () => {
  const { dir, linked, home, remember, run } = scene()
  const secret = sampleSecrets(7)[0]?.secret ?? ''
  const first = remember(dir, 'MEMORY.md', `${INDEX}- [Keys](keys.md)\n`)
  remember(dir, 'testing.md', 'Run npm test.\n')
  remember(dir, 'keys.md', `The staging key is ${secret}\nAsk Ada for others.\n`)
  remember(dir, 'bad.md', Buffer.from([0xff, 0xfe, 0x41]))
  symlinkSync('/etc/hostname', join(first, 'link.md'))
  const second = remember(linked, 'MEMORY.md', `${INDEX}\nThe queue is slow.\n`)
  remember(linked, 'testing.md', 'Run make test in this tree.\n')
  const third = remember(join(dir, 'packages/web'), 'testing.md', 'Run npm test.\n')
  remember(join(dir, 'packages/web'), 'styles.md', 'Colours are in theme.css.\n')
  remember(`${dir}-other`, 'stranger.md', 'Of another repository.\n')
  const [before, homeBefore] = [workTree(dir), everything(home)]

  const preview = await run()
  expect(preview.code).toBe(0)
  expect(workTree(dir)).toEqual(before)
  for (const folder of [first, second, third]) expect(preview.out).toContain(folder)
  expect(preview.out).toContain('left   bad.md: it is no UTF-8 text')
  expect(preview.out).toContain('left   link.md: it is a symlink')
  expect(preview.out).toContain('same   testing.md: .claude/memory/testing.md has it already')
  expect(preview.out).toContain(`secrets in ${join(first, 'keys.md')} are stars in the copy`)
  expect(preview.out).toContain('Nothing was written. memkeep import --from claude --write writes 5 files')
  expect(preview.out).not.toContain(secret)
  expect(preview.out).not.toContain('stranger')

  const written = await run('--write')
  expect([written.code, written.err]).toEqual([0, ''])
  const read = (name: string): string => readFileSync(join(dir, '.claude/memory', name), 'utf8')
  expect(read('testing.md')).toBe('Run npm test.\n')
  expect(read('testing-second-tree.md')).toBe('Run make test in this tree.\n')
  expect(read('keys.md')).toMatch(/^The staging key is \*+\nAsk Ada for others\.\n$/)
  expect(read('styles.md')).toBe('Colours are in theme.css.\n')
  expect(read('MEMORY.md')).toBe(
    `${INDEX}- [Keys](keys.md)\n\n## From second-tree\n\n- [Testing](testing-second-tree.md) -- how tests run\n\nThe queue is slow.\n\n- [styles](styles.md)\n`,
  )
  expect(JSON.stringify(workTree(dir))).not.toContain(secret)
  expect(everything(home)).toEqual(homeBefore)
  expect((await memkeep(dir, ['check'])).code).toBe(0)

  expect((await run('--write')).out).toContain('Nothing is new')
  expect((await memkeep(dir, ['migrate', '--revert'])).code).toBe(0)
  expect(workTree(dir)).toEqual(before)
})

test('what a log of the repository says already is not imported, and a file that was edited since is not taken back', async () => {
  const { dir, write, remember, run } = scene()
  write('memory/MEMORY.md', '# Memory\n\n- [Queue](queue.md)\n')
  write('memory/queue.md', 'The queue is slow.\n')
  remember(dir, 'slow-queue.md', 'The queue is slow.\n')
  remember(dir, 'new.md', 'New.\n')
  const json = JSON.parse((await run('--write', '--format', 'json')).out)
  expect(json).toMatchObject({
    target: 'memory',
    files: [
      { name: 'new.md', outcome: 'new', as: 'memory/new.md' },
      { name: 'slow-queue.md', outcome: 'same', as: 'memory/queue.md' },
    ],
    written: ['memory/new.md', 'memory/MEMORY.md'],
  })
  write('memory/new.md', 'Edited.\n')
  const reverted = await memkeep(dir, ['migrate', '--revert'])
  expect(reverted.out).toContain('memory/new.md: it was edited since')
  expect(readFileSync(join(dir, 'memory/MEMORY.md'), 'utf8')).toBe('# Memory\n\n- [Queue](queue.md)\n')
})

test('a folder that is named is read, and what git ignores is not written to', async () => {
  const { dir, write, run } = scene()
  write('.gitignore', '.claude\n')
  const folder = tempFolder()
  writeFileSync(join(folder, 'a.md'), 'A.\n')
  await run('--write', folder)
  expect(readFileSync(join(dir, 'memory/a.md'), 'utf8')).toBe('A.\n')
})

test('without a folder it says where one would be, and without an agent which there is', async () => {
  const { dir, run } = scene()
  const { code, err } = await run()
  expect([code, err]).toEqual([2, expect.stringContaining(dir.replace(/[^A-Za-z0-9]/g, '-'))])
  const none = await memkeep(dir, ['import'])
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('Write --from claude.')])
})
