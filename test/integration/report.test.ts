import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../src/cli/main.ts'
import { UserError } from '../../src/core/messages.ts'
import type { MemoryReport } from '../../src/core/report.ts'
import { onStep } from '../../src/engine/progress.ts'
import { runReport } from '../../src/maintain/report.ts'
import { htmlReport } from '../../src/reporters/html-report.ts'
import { memoryMarkdown } from '../../src/reporters/memory-markdown.ts'
import { fakeIo } from '../cli/fake-io.ts'
import { repoAt, type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'
import { recordText } from '../layouts/agent-memory/records.ts'

const LOG = 'user/memory/workspaces/shop/decisions.md'
const ENTRY = '### [2026-01-12] One lockfile\n\n**Category:** tooling\n**Tags:** PNPM\n\nOnly one.\n\n---\n'

function shop(): TempRepo {
  const repo = tempRepo()
  repo.write(LOG, `# Decisions\n\n${ENTRY}`)
  repo.commit()
  return repo
}

const reportOf = (cwd: string, skip: readonly string[] = []): Promise<MemoryReport> =>
  runReport({ cwd, cache: true, today: '2026-06-01', skip })

test('the work tree as it is: what is wrong, what it holds, and whose each finding is', async () => {
  const { dir, git } = shop()
  const { report, overviews, parts, name, today } = await reportOf(`${dir}/user`)
  expect([name, today]).toEqual([basename(dir), '2026-06-01'])
  expect(report.diagnostics.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
    'user/memory/workspaces/shop/_index.yaml derived-fresh',
    `${LOG} entry-tags`,
  ])
  expect(parts).toEqual(['shop', 'shop'])
  expect(report.summary).toMatchObject({ documents: 1, items: 1, errors: 2, warnings: 0, cached: 0 })
  expect(overviews).toMatchObject([
    {
      layout: 'workspace',
      parts: [{ name: 'shop', documents: 1, items: 1, errors: 2 }],
      logs: [{ path: LOG, items: 1, most: 50 }],
      tags: [{ name: 'PNPM', count: 1 }],
    },
  ])
  expect(git('status', '--porcelain')).toBe('')
  // A report is not repeated often: it is not cached.
  expect((await reportOf(dir)).report.summary.cached).toBe(0)
})

test('rules that the environment turns off say nothing', async () => {
  const { report } = await reportOf(shop().dir, ['entry-tags'])
  expect(report.diagnostics.map(({ rule }) => rule)).toEqual(['derived-fresh'])
})

test('memory that git ignores on purpose is looked at', async () => {
  const repo = tempRepo()
  repo.write('.gitignore', '.agent-memory/\n')
  repo.write('.agent-memory/working/2f6d1c1e-7a3b-4f0e-9d52-000000000001.json', recordText())
  const { overviews } = await reportOf(repo.dir)
  expect(overviews).toMatchObject([{ layout: 'agent-memory', tags: [{ name: 'filter', count: 1 }] }])
})

test('no memory is wrong use', async () => {
  await expect(reportOf(tempFolder())).rejects.toThrow(UserError)
})

test.each(['markdown', 'html', 'json'])('%s, with errors only, and exit 0', async (format) => {
  const repo = shop()
  repo.write('resources/workspaces/shop/_plans/260101-later.md', '---\nname: Later\n---\n')
  const said = async (...argv: string[]): Promise<string> => {
    const io = fakeIo({ cwd: repo.dir })
    expect(await main(['report', '--format', format, '--now', '2026-06-01', ...argv], io)).toBe(0)
    expect(io.printed.err).toBe('')
    return io.printed.out
  }
  expect(await said()).toContain('overview-missing')
  const quiet = await said('--quiet')
  expect(quiet).not.toContain('overview-missing')
  expect(quiet).toContain('entry-tags')
})

test('what the memory says of the code: per file and agent, and what to read again', async () => {
  const repo = tempRepo()
  repo.write('src/pool.ts', 'openPool\n')
  repo.write('src/queue.ts', 'queue\n')
  repo.write('src/gone.ts', 'unlike the others: a b c d e f\n')
  repo.write(
    'AGENTS.md',
    '# Agents\n\n- `src/pool.ts` has `openPool()`.\n- `src/queue.ts`\n- `src/gone.ts`\n- `src/never.ts`\n',
  )
  repo.commit()
  repo.write('src/pool.ts', 'connect\n')
  repo.git('mv', 'src/queue.ts', 'src/line.ts')
  repo.remove('src/gone.ts')
  repo.commit('Move')
  const found = await reportOf(repo.dir)
  const counts = { citations: 4, held: 1, moved: 1, gone: 1, unproven: 1 }
  expect(found.code).toEqual({
    files: [{ name: 'AGENTS.md', ...counts }],
    agents: expect.arrayContaining([{ name: 'Codex', ...counts }]),
    changed: [expect.objectContaining({ path: 'AGENTS.md', line: 3, commits: 1, gone: ['openPool'] })],
    total: 1,
  })
  const text = memoryMarkdown(found)
  expect(text).toContain(
    '\n## Memory and code\n\n| memory file | files named | there | moved | removed | not found |\n',
  )
  expect(text).toContain('| `AGENTS.md` | 4 | 1 | 1 | 1 | 1 |\n')
  expect(text).toMatch(
    /\n- `AGENTS\.md:3` `` `src\/pool\.ts` has `openPool\(\)`\. ``, 1 commit since `[\d-]+`, gone: `openPool`\n/,
  )
  const page = htmlReport(found)
  expect(page).toContain('<h2 id="code-heading">Memory and code</h2>')
  expect(page).toContain('openPool is gone')
})

describe('a folder of clones that is no repository', () => {
  function clones(): string {
    const parent = tempFolder()
    for (const name of ['desk', 'shop']) {
      const repo = repoAt(join(parent, name))
      repo.write('AGENTS.md', '# Rules\n\nBe kind.\n')
      repo.git('init', '--quiet')
    }
    mkdirSync(join(parent, 'notes'))
    writeFileSync(join(parent, 'CLAUDE.md'), '# All of them\n')
    return parent
  }

  async function said(cwd: string, ...argv: string[]): Promise<{ code: number; out: string; err: string }> {
    const io = fakeIo({ cwd })
    const code = await main(['report', '--now', '2026-06-01', ...argv], io)
    return { code, ...io.printed }
  }

  test('is a table of the clones, and a line says so', async () => {
    const parent = clones()
    const inside = await said(parent)
    expect(inside).toMatchObject({ code: 0, out: expect.stringContaining('## 2 memories\n') })
    expect(inside.out).toContain('| `desk` | 1 | 0 | 0 | 0 |')
    expect(inside.err).toBe(
      'memkeep: . is no repository: each of the repositories in it is described, and no file next to them\n',
    )
    const around = await said(
      dirname(parent),
      basename(parent),
      join(basename(parent), 'shop'),
      '--format',
      'json',
    )
    expect(around.err).toContain(`${basename(parent)} is no repository`)
    expect(JSON.parse(around.out)).toMatchObject({
      repositories: [
        { directory: `${basename(parent)}/desk` },
        { directory: `${basename(parent)}/shop` },
        { directory: `${basename(parent)}/shop` },
      ],
    })
  })

  test('says why a clone has nothing to describe: its checkout failed, it has no commit, its .git is broken', async () => {
    const parent = clones()
    const shop = repoAt(join(parent, 'shop'))
    shop.git('config', 'user.name', 'Test')
    shop.git('config', 'user.email', 'test@example.com')
    shop.commit()
    for (const name of ['bare-tree', 'broken']) shop.git('clone', '--quiet', shop.dir, join(parent, name))
    rmSync(join(parent, 'bare-tree', 'AGENTS.md'))
    rmSync(join(parent, 'broken', '.git', 'HEAD'))
    mkdirSync(join(parent, 'unborn'))
    repoAt(join(parent, 'unborn')).git('init', '--quiet')
    const other = repoAt(join(parent, 'other'))
    other.write('a.txt', 'a')
    other.git('init', '--quiet')
    const { out } = await said(parent)
    expect(out).toContain('## 2 memories\n')
    expect(out).toContain(
      [
        '- `bare-tree`: `nothing is checked out: run git checkout --force in it`',
        '- `broken`: `git finds no repository in it, although it has a .git: clone it again`',
        '- `other`: `no memory found in the work tree`',
        '- `unborn`: `it has no commit, and no file`',
        '',
      ].join('\n'),
    )
  })

  test('says on a terminal which of them it describes', async () => {
    const parent = clones()
    const steps: string[] = []
    const stop = onStep(({ what, more }) => steps.push(`${more} ${what}`))
    await said(parent)
    stop()
    expect(steps.filter((one) => one.includes('repositories'))).toEqual([
      '1 of 2 repositories: desk',
      '2 of 2 repositories: shop',
    ])
  })

  test.each([
    [['--format', 'html'], 'a page is of one repository'],
    [['--trim'], '--trim is of one repository'],
  ])('has no answer to %j', async (argv, message) => {
    expect(await said(clones(), ...argv)).toMatchObject({ code: 2, err: expect.stringContaining(message) })
  })

  test('one clone is described as itself, and so is a folder without clones', async () => {
    const parent = clones()
    expect((await said(join(parent, 'shop'))).out).toContain('# Memory report\n')
    rmSync(join(parent, 'shop', '.git'), { recursive: true })
    rmSync(join(parent, 'desk', '.git'), { recursive: true })
    expect(await said(parent)).toMatchObject({ err: '', out: expect.stringContaining('# Memory report\n') })
  })
})
