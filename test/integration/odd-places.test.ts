import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { getContext, saveMemory } from '../../src/operations/library.ts'
import { makePipe } from '../helpers/make-pipe.ts'
import { readTree } from '../helpers/read-tree.ts'
import { tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const FOLDER = 'user/memory/workspaces/shop'
const LOG = `${FOLDER}/decisions.md`
const OLD =
  '# Decisions\n\n### [2026-02-03] One formatter\n\n**Category:** tooling\n\nIt formats all.\n\n---\n'

type Repo = ReturnType<typeof tempRepo>

function shop(): Repo {
  const repo = tempRepo()
  repo.write('resources/workspaces/shop/OVERVIEW.md', '---\nname: Shop\ndescription: Sells.\n---\n# Shop\n')
  repo.write(LOG, OLD)
  repo.git('add', '-A')
  repo.git('commit', '--quiet', '-m', 'first')
  return repo
}

const options = (cwd: string): Parameters<typeof getContext>[1] => ({
  cwd,
  cache: false,
  today: '2026-06-01',
})

const read = (cwd: string): ReturnType<typeof getContext> =>
  getContext({ scope: { workspace: 'shop' }, topics: ['decisions'] }, options(cwd))

const ENTRY = {
  scope: { workspace: 'shop' },
  type: 'decision',
  title: 'A limit',
  content: 'It ends.',
} as const

/** What a save and its dry run say; both must say the same. */
async function refusalOf(cwd: string): Promise<unknown> {
  const tried = await saveMemory({ ...ENTRY, dry_run: true }, options(cwd))
  expect(await saveMemory(ENTRY, options(cwd))).toEqual(tried)
  return 'refusal' in tried ? tried.refusal : tried
}

const PLACES: readonly (readonly [string, (repo: Repo) => void, RegExp])[] = [
  ['a directory', ({ dir }) => mkdirSync(join(dir, LOG)), /decisions\.md cannot be read: a directory/],
  [
    'a repository inside',
    ({ dir, git, write }) => {
      write(LOG, OLD)
      git('init', '--quiet', join(dir, FOLDER))
    },
    /decisions\.md cannot be read: a file that git ignores, or that belongs to a nested repository/,
  ],
  [
    'an ignored file',
    ({ write }) => {
      write(LOG, OLD)
      write('.gitignore', 'user/\n')
    },
    /decisions\.md cannot be read: a file that git ignores/,
  ],
]

describe.each(PLACES)('%s in the place of a log', (_, make, said) => {
  test('is not taken for an empty log: it is reported, and nothing is saved', async () => {
    const repo = shop()
    repo.git('rm', '--quiet', '-r', 'user')
    mkdirSync(join(repo.dir, FOLDER), { recursive: true })
    make(repo)
    const before = readTree(repo.dir)
    expect(await read(repo.dir)).toMatchObject({
      data: { notes: expect.arrayContaining([expect.stringMatching(said)]), decisions: [] },
    })
    expect(await refusalOf(repo.dir)).toMatch(/decisions\.md cannot be written: a/)
    expect(readTree(repo.dir)).toEqual(before)
  })
})

test.skipIf(process.platform === 'win32')(
  'a FIFO in the place of a log is reported, and does not block',
  async () => {
    const { dir } = shop()
    rmSync(join(dir, LOG))
    makePipe(join(dir, LOG))
    expect(await read(dir)).toHaveProperty('data.notes', [
      `${LOG} cannot be read: a FIFO is there. What is missing here may lie behind it.`,
    ])
    expect(await refusalOf(dir)).toBe(`${LOG} cannot be written: a FIFO is there`)
  },
)

test('a symlink above memory is reported once, with nothing of what is behind it', async () => {
  const { dir } = shop()
  const outside = tempFolder()
  renameSync(join(dir, 'user'), join(outside, 'user'))
  symlinkSync(join(outside, 'user'), join(dir, 'user'))
  const result = await read(dir)
  expect(result).toMatchObject({
    data: { notes: [expect.stringMatching(/cannot be read: a symlink is at user, above it\./)] },
  })
  expect(JSON.stringify(result)).not.toContain('One formatter')
})

test('a log that a sparse checkout leaves out is read, and saving says how to bring it back', async () => {
  const { dir, git } = shop()
  git('sparse-checkout', 'set', 'resources')
  expect(await read(dir)).toMatchObject({ data: { decisions: [{ title: 'One formatter' }] } })
  expect(await refusalOf(dir)).toBe(`${LOG} is left out of the work tree, as by a sparse checkout`)
})

test('an index that cannot be read stops a save, with the reason', async () => {
  const { dir } = shop()
  writeFileSync(join(dir, FOLDER, '_index.yaml'), `# ${'x'.repeat(5 << 20)}\n`)
  expect(await refusalOf(dir)).toMatch(/_index\.yaml cannot be read: it is too large/)
})

test('a directory in the place of the index is named as what it is', async () => {
  const { dir } = shop()
  mkdirSync(join(dir, FOLDER, '_index.yaml'))
  expect(await saveMemory(ENTRY, options(dir))).toMatchObject({
    written: [LOG],
    notes: [expect.stringContaining('_index.yaml was not written: a directory is in its place')],
  })
})

test('every refusal says what to do, even of a repository that git cannot read', async () => {
  const { dir } = shop()
  writeFileSync(join(dir, '.git/index'), 'garbage')
  expect(await read(dir)).toEqual({
    refusal: expect.stringMatching(/git (status|ls-files) failed/),
    failure: 'use',
    help: 'Fix that, then call the tool again.',
  })
})

test('the root of the file system is no project', async () => {
  expect(await read(resolve('/'))).toEqual({
    refusal: expect.stringContaining(' is the root of the file system'),
    help: expect.stringContaining('--cwd'),
  })
})

test.each(['x', '2026-13-45', '2026-06-01] x\n\n### [2026-06-01'])(
  '%j is no day of a call',
  async (today) => {
    const { dir, git } = shop()
    await expect(saveMemory(ENTRY, { ...options(dir), today })).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringMatching(
        /^`today` of workspace_save_memory is a day as YYYY-MM-DD, or a timestamp/,
      ),
    })
    expect(git('status', '--porcelain')).toBe('')
  },
)
