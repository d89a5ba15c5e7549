import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runMergeDriver } from '../../src/merge/merge-driver.ts'
import { copiesOf, type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const FOLDER = 'user/memory/workspaces/shop'
const LOG = `${FOLDER}/decisions.md`
const INDEX = `${FOLDER}/_index.yaml`
const OTHER = 'other/data.txt'

const entry = (day: number, title: string): string =>
  `### [2026-01-0${day}] ${title}\n\n**Category:** tooling\n**Tags:** a\n\n${title} it is.\n\n---\n\n`

/** An index that counts nothing: what it says afterwards was rebuilt. */
const index = (words: string): string => `workspace: shop
last_updated: "2026-01-01"

tags:
  - name: a
    description: ${words}
    used_in: [decisions]
    count: 1

categories: []

summary:
  total_decisions: 0
  total_lessons: 0
  domains_with_memory: []
`

function change({ write, commit }: TempRepo, files: { readonly [path: string]: string }): string {
  for (const [path, text] of Object.entries(files)) write(path, text)
  return commit()
}

/** Ours has one more decision, theirs a lesson and other words in the index; another file is in conflict. */
const diverged = copiesOf(async () => {
  const repo = tempRepo()
  const log = `# Decisions\n\n${entry(1, 'Alpha')}`
  change(repo, { [LOG]: log, [INDEX]: index('Old.'), [OTHER]: 'base\n' })
  repo.git('checkout', '-q', '-b', 'theirs')
  change(repo, {
    [`${FOLDER}/lessons.md`]: `# Lessons\n\n${entry(3, 'Gamma')}`,
    [INDEX]: index('New.'),
    [OTHER]: 'theirs\n',
  })
  repo.git('checkout', '-q', 'main')
  change(repo, { [LOG]: log + entry(2, 'Beta'), [OTHER]: 'ours\n' })
  return repo
})

type Env = { readonly [name: string]: string }
type Sides = { readonly base: string; readonly ours: string; readonly theirs: string }

const SIDES: Sides = { base: index('Old.'), ours: index('Old.'), theirs: index('New.') }

/** The counts of the index that is merged for a merge of `theirs` into `main`, as git calls the driver. */
async function counted(repo: TempRepo, env: (oid: string) => Env, sides = SIDES): Promise<string[]> {
  const folder = tempFolder()
  const files = { base: join(folder, 'base'), ours: join(folder, 'ours'), theirs: join(folder, 'theirs') }
  for (const side of ['base', 'ours', 'theirs'] as const) writeFileSync(files[side], sides[side])
  const request = {
    cwd: repo.dir,
    files,
    path: INDEX,
    markSize: 7,
    env: env(repo.git('rev-parse', 'theirs')),
  }
  expect(await runMergeDriver(request)).toEqual({ code: 0, notes: [] })
  const text = readFileSync(files.ours, 'utf8')
  expect(text).toContain('description: New.\n')
  return text.match(/total_\w+: \d+/g) ?? []
}

const merging = (oid: string): Env => ({ [`GITHEAD_${oid}`]: 'theirs' })

const REBUILT = ['total_decisions: 2', 'total_lessons: 1']
const JOINED = ['total_decisions: 0', 'total_lessons: 0']

test('an index is rebuilt from the result of the merge, whatever its sides say', async () => {
  expect(await counted(await diverged(), merging)).toEqual(REBUILT)
})

test.each([
  ['names no commit that it merges', () => ({})],
  ['names several', (oid: string) => ({ ...merging(oid), [`GITHEAD_${'0'.repeat(40)}`]: 'third' })],
  [
    'names it in another way',
    (oid: string) => ({ [`GITHEAD_${oid}0`]: 'theirs', [`X_GITHEAD_${oid}`]: 'x' }),
  ],
  ['merges for memkeep itself', (oid: string) => ({ ...merging(oid), MEMKEEP_MERGING: '1' })],
] as const)('an index is joined from its sides where git %s', async (_, env) => {
  expect(await counted(await diverged(), env)).toEqual(JOINED)
})

test.each([
  ['ours', { ...SIDES, ours: `${index('Old.')}\n` }],
  ['theirs', { ...SIDES, theirs: `${index('New.')}\n` }],
])('and where %s is not the file of that commit, as in a merge of common ancestors', async (_, sides) => {
  expect(await counted(await diverged(), merging, sides)).toEqual(JOINED)
})

test('and where another file of its folder is in conflict', async () => {
  const repo = await diverged()
  change(repo, { [`${FOLDER}/lessons.md`]: `# Lessons\n\n${entry(4, 'Delta')}` })
  expect(await counted(repo, merging)).toEqual(JOINED)
})
