import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { preCommit } from '../../src/commit/pre-commit.ts'
import { workspace } from '../../src/layouts/workspace/layout.ts'
import { saveMemory } from '../../src/layouts/workspace/operations/save-memory.ts'
import { runIndex } from '../../src/maintain/rebuild-index.ts'
import { runOperation } from '../../src/operations/run-operation.ts'
import { everything, memkeep } from '../helpers/setup.ts'
import { copiesOf, type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

const SHOP = 'user/memory/workspaces/shop'
const DECISIONS = `${SHOP}/decisions.md`
const LOG = 'docs/decisions.md'

const entry = (day: string, title: string): string =>
  `### [2026-02-${day}] ${title}\n\n**Category:** convention\n**Tags:** cache,ci\n\nA second service would have to be watched.  \n\n---\n`
const line = (day: string, title: string): string =>
  `## 2026-02-${day}: ${title}\n\nA second service would have to be watched.  \n\n`

const [PRICES, REFUNDS, QUEUE] = ['Prices are integers', 'Refunds need an account', 'One queue in Postgres']

const logs = (refunds: string): { readonly [path: string]: string } => ({
  [DECISIONS]: `# Decisions\n\n${entry('01', PRICES)}\n${entry('02', refunds)}\n${entry('03', QUEUE)}`,
  [LOG]: `# Decisions\n\n${line('01', PRICES)}${line('02', refunds)}${line('03', QUEUE)}`,
})

/** Both logs as they were written, with their index; `é` is Latin-1 in both. */
const latin1 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'))

const written = copiesOf(async () => {
  const repo = tempRepo()
  for (const [path, text] of Object.entries(logs(REFUNDS))) repo.write(path, text)
  await runIndex({ cwd: repo.dir, cache: false, today: '2026-06-01', check: false })
  repo.commit()
  return repo
})

const BAD = 'Refunds need an account at the café'

async function damaged(edit: (text: string) => string = (text) => text): Promise<TempRepo> {
  const repo = await written()
  for (const [path, text] of Object.entries(logs(BAD))) repo.write(path, latin1(edit(text)))
  return repo
}

/** Everything but what may be lost. */
const filesOf = ({ dir }: TempRepo): readonly (readonly [string, string])[] =>
  Object.entries(everything(dir)).filter(([path]) => !path.startsWith('.git/memkeep'))

describe('nothing that writes takes the text that is checked', () => {
  test.each([
    ['check --fix', ['check', '--fix'], 1, /caf|0xe9, which is not UTF-8/],
    ['archive by title', ['archive', DECISIONS, '--entry', PRICES], 2, /cannot be archived/],
    ['archive by number', ['archive', LOG, '--keep', '1'], 2, /cannot be archived/],
    ['rename-tag', ['rename-tag', 'cache', 'store'], 1, /0xe9, which is not UTF-8/],
    ['index', ['index'], 0, /up to date/],
  ])('%s', async (_, args, code, said) => {
    const repo = await damaged((text) => text.replace(PRICES, 'Prices are whole numbers'))
    const before = filesOf(repo)
    const ran = await memkeep(repo.dir, args)
    expect(ran.out + ran.err).toMatch(said)
    expect(ran.code).toBe(code)
    expect(filesOf(repo)).toEqual(before)
  })

  test('an operation', async () => {
    const repo = await damaged()
    const before = filesOf(repo)
    const options = { cwd: repo.dir, cache: false, today: '2026-06-01' }
    const call = {
      scope: { workspace: 'shop' },
      type: 'decision',
      title: 'Search is a service',
      content: 'The index is rebuilt every night and swapped when it is complete.',
      category: 'convention',
    }
    const result = await runOperation({ operation: saveMemory, layout: workspace }, call, options)
    expect(result).toMatchObject({ refusal: expect.stringContaining('0xe9, which is not UTF-8') })
    expect(filesOf(repo)).toEqual(before)
  })

  test('a merge', async () => {
    const repo = await damaged()
    repo.git('checkout', '--quiet', '-b', 'theirs')
    repo.commit()
    repo.git('checkout', '--quiet', 'main')
    for (const [path, text] of Object.entries(logs(REFUNDS))) repo.write(path, `${text}${line('04', 'Four')}`)
    repo.commit()
    const paths = ['base', 'ours', 'theirs'].map((name) => join(repo.dir, `.git/${name}`))
    const revisions = ['main~1', 'main', 'theirs']
    for (const [i, path] of paths.entries())
      repo.write(
        path.slice(repo.dir.length + 1),
        Buffer.from(repo.git('show', `${revisions[i]}:${LOG}`), 'utf8'),
      )
    repo.write('.git/theirs', latin1(logs(BAD)[LOG] ?? ''))
    await memkeep(repo.dir, ['merge-driver', ...paths, LOG])
    expect(readFileSync(join(repo.dir, '.git/ours')).includes(Buffer.from('\uFFFD'))).toBe(false)
  })
})

describe('a byte that is not UTF-8 in a log', () => {
  const shown = ({ rule, path, line }: { rule: string; path: string; line: number }): string =>
    `${rule} ${path}:${line}`
  const SYNTAX = [`syntax ${LOG}:7`, `syntax ${DECISIONS}:12`]

  const hook = (repo: TempRepo): ReturnType<typeof preCommit> => {
    repo.git('add', '--all')
    const options = { args: [], stdin: async () => '', cache: false, today: '2026-06-02', skip: [] }
    return preCommit({ cwd: repo.dir, ...options })
  }

  async function inCi(repo: TempRepo): Promise<{ code: number; found: readonly string[]; out: string }> {
    repo.git('checkout', '--quiet', '-b', 'change')
    repo.commit()
    const { code, out } = await memkeep(repo.dir, ['check', '--base', 'main', '--format', 'json'])
    const { diagnostics } = JSON.parse(out) as { diagnostics: { rule: string; path: string; line: number }[] }
    return { code, found: diagnostics.map(shown), out }
  }

  test('is refused by the hook and in CI, and no entry counts as lost', async () => {
    const { check, refused } = await hook(await damaged())
    expect(refused).toBe(true)
    expect(check?.report.diagnostics.map(shown)).toEqual(SYNTAX)
    const { code, found } = await inCi(await damaged())
    expect({ code, found }).toEqual({ code: 1, found: SYNTAX })
  })

  test('does not hide that another entry goes in the same change', async () => {
    const edit = (text: string): string =>
      text.replace(text.includes('[') ? entry('03', QUEUE) : line('03', QUEUE), '')
    const lost = [`item-lost ${LOG}`, `item-lost ${DECISIONS}`]
    const { check } = await hook(await damaged(edit))
    const diagnostics = check?.report.diagnostics ?? []
    expect(diagnostics.map(shown).map((one) => one.replace(/:\d+$/, ''))).toEqual(
      expect.arrayContaining([...lost, `syntax ${LOG}`, `syntax ${DECISIONS}`]),
    )
    for (const { message } of diagnostics.filter(({ rule }) => rule === 'item-lost'))
      expect(message).toContain(`"${QUEUE}" (2026-02-03) is gone`)
    const { code, found, out } = await inCi(await damaged(edit))
    expect(code).toBe(1)
    expect(found.filter((one) => one.startsWith('item-lost'))).toHaveLength(2)
    expect(out).toContain(QUEUE)
  })

  test('can be committed as soon as it is UTF-8, as its finding says', async () => {
    const repo = await damaged()
    const { check } = await hook(repo)
    expect(check?.report.diagnostics[0]?.help).toContain('`iconv -f WINDOWS-1252 -t UTF-8 FILE > FILE.new`')
    for (const [path, text] of Object.entries(logs(BAD))) repo.write(path, text)
    expect(await hook(repo)).toMatchObject({ refused: false })
  })
})
