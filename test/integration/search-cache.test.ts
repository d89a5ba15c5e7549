import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { runFind } from '../../src/operations/search/find.ts'
import type { Found } from '../../src/operations/search/search-schemas.ts'
import { type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const decision = (id: string, title: string, more = ''): string =>
  `---\nid: ${id}\ntitle: ${title}\ncreated: 2026-01-01\n${more}---\n\n${title}: deploys.\n`

function decisions(count: number): TempRepo {
  const repo = tempRepo()
  for (let i = 0; i < count; i++) repo.write(`memory/decisions/d${i}.md`, decision(`dec-${i}`, `Number ${i}`))
  repo.commit()
  return repo
}

/** The answer with what earlier searches kept, which must be the one without it. */
async function findBoth({ dir }: TempRepo, query: string): Promise<Found> {
  const args = { query, limit: 50, include_archived: true }
  const options = { cwd: dir, today: '2026-06-01' }
  const kept = await runFind(args, { ...options, cache: true })
  expect(kept).toEqual(await runFind(args, { ...options, cache: false }))
  expect(await runFind(args, { ...options, cache: true })).toEqual(kept)
  return kept
}

const titles = ({ results }: Found): readonly string[] => results.map(({ title }) => title).sort()

describe('what a search keeps', () => {
  test('follows edits, new files, deletions, renames and commits', async () => {
    const repo = decisions(4)
    expect((await findBoth(repo, 'deploys')).total).toBe(4)
    repo.write('memory/decisions/d1.md', decision('dec-1', 'Zebras'))
    expect(titles(await findBoth(repo, 'zebras'))).toEqual(['Zebras'])
    repo.write('memory/facts/f.md', decision('fact-1', 'Zebras eat grass'))
    expect(titles(await findBoth(repo, 'zebras'))).toEqual(['Zebras', 'Zebras eat grass'])
    rmSync(join(repo.dir, 'memory/decisions/d1.md'))
    expect(titles(await findBoth(repo, 'zebras'))).toEqual(['Zebras eat grass'])
    repo.git('add', '--all')
    expect(titles(await findBoth(repo, 'zebras'))).toEqual(['Zebras eat grass'])
    repo.git('mv', 'memory/facts/f.md', 'memory/facts/grass.md')
    expect((await findBoth(repo, 'zebras')).results[0]?.path).toBe('memory/facts/grass.md')
    repo.commit()
    expect((await findBoth(repo, 'deploys')).total).toBe(4)
  })

  test('asks git once how the work tree differs, also where the memory was changed', async () => {
    const repo = decisions(2)
    const args = { query: 'zebras', limit: 5, include_archived: true }
    const options = { cwd: repo.dir, today: '2026-06-01' }
    const statuses = async (): Promise<number> => {
      const trace = join(tempFolder(), 'trace')
      vi.stubEnv('GIT_TRACE', trace)
      onTestFinished(() => void vi.unstubAllEnvs())
      await runFind(args, { ...options, cache: true })
      return readFileSync(trace, 'utf8').match(/built-in: git status/g)?.length ?? 0
    }
    expect(await statuses()).toBe(1)
    repo.write('memory/decisions/d1.md', decision('dec-1', 'Zebras'))
    expect([await statuses(), await statuses()]).toEqual([1, 1])
  })

  test('knows that an unchanged item was superseded by a new one', async () => {
    const repo = decisions(2)
    expect((await findBoth(repo, 'number')).results.map(({ aside }) => aside)).toEqual([undefined, undefined])
    repo.write('memory/decisions/next.md', decision('dec-next', 'Number next', 'supersedes: dec-0\n'))
    const { results } = await findBoth(repo, 'number')
    expect(results.find(({ id }) => id === 'dec-0')?.aside).toBe(true)
    expect(results.at(-1)?.id).toBe('dec-0')
  })

  test('follows memory that git ignores on purpose', async () => {
    const repo = decisions(1)
    repo.write('.agent-memory/.gitignore', '*\n')
    const record = (content: string): string =>
      JSON.stringify({
        id: 'mem_1',
        scope: 'project',
        kind: 'fact',
        content,
        tags: [],
        confidence: 0.9,
        created_at: '2026-01-01T00:00:00Z',
        updated_at: '2026-01-01T00:00:00Z',
        last_used_at: '2026-01-01T00:00:00Z',
        source: 'test',
      })
    repo.write('.agent-memory/project/mem_1.json', record('Zebras are striped'))
    expect((await findBoth(repo, 'striped')).total).toBe(1)
    repo.write('.agent-memory/project/mem_1.json', record('Horses are brown'))
    expect((await findBoth(repo, 'striped')).total).toBe(0)
    expect((await findBoth(repo, 'horses')).total).toBe(1)
  })

  test('follows the settings', async () => {
    const repo = decisions(2)
    expect((await findBoth(repo, 'deploys')).total).toBe(2)
    repo.write('memkeep.yaml', 'layouts:\n  atomic: off\n')
    expect((await findBoth(repo, 'deploys')).total).toBe(0)
    repo.write('memkeep.yaml', 'layouts:\n  atomic: on\n')
    expect((await findBoth(repo, 'deploys')).total).toBe(2)
  })

  test('may be damaged or lost at any time', async () => {
    const repo = decisions(3)
    await findBoth(repo, 'deploys')
    const folder = join(repo.dir, '.git/memkeep')
    const names = readdirSync(folder).filter((name) => name.startsWith('search-'))
    const kinds = new Set(names.map((name) => name.replace(/-[0-9a-f]{64}$/, '')))
    expect([...kinds].sort()).toEqual(['search-index', 'search-segment', 'search-state'])
    for (const name of names) {
      const bytes = readFileSync(join(folder, name))
      for (const at of [0, 8, 80, bytes.length >> 1, bytes.length - 1]) {
        const damaged = Uint8Array.from(bytes)
        damaged[at] = (damaged[at] ?? 0) ^ 0xff
        writeFileSync(join(folder, name), damaged)
        expect((await findBoth(repo, 'deploys')).total).toBe(3)
      }
      truncateSync(join(folder, name), 10)
      expect((await findBoth(repo, 'deploys')).total).toBe(3)
      rmSync(join(folder, name))
      expect((await findBoth(repo, 'deploys')).total).toBe(3)
    }
  })

  test('holds texts that a sparse checkout leaves out of the work tree', async () => {
    const repo = decisions(2)
    repo.git('sparse-checkout', 'set', '--no-cone', '/*', '!/memory/decisions/d1.md')
    const { results } = await findBoth(repo, 'number')
    expect(results.map(({ excerpt }) => excerpt)).toEqual(['Number 0: deploys.', 'Number 1: deploys.'])
  })

  test('a file that changes while it is searched gives its new text, never other lines', async () => {
    const repo = tempRepo()
    const path = 'user/memory/workspaces/shop/decisions.md'
    const entry = (title: string): string =>
      `### [2026-02-01] ${title}\n\n**Category:** tooling\n**Tags:** ci\n\nUses ${title}.\n\n---\n\n`
    repo.write(path, `# Decisions\n\n${entry('Apples')}${entry('Pears')}`)
    repo.commit()
    for (const cache of [true, true, false]) {
      const write = (): void => {
        const title = `Plums ${Math.random()}`
        repo.write(
          path,
          readFileSync(join(repo.dir, path), 'utf8').replace('\n### ', `\n${entry(title)}### `),
        )
      }
      let writes = 0
      // It is asked for after the index was read, and before the texts are.
      const embedder = async (): Promise<null> => {
        if (writes++ === 0) write()
        return null
      }
      const args = { query: 'pears', limit: 5, include_archived: true }
      const options = { cwd: repo.dir, today: '2026-06-01' }
      const { results } = await runFind(args, { ...options, cache, embedder })
      expect(results[0]?.excerpt).toContain('Uses Pears.')
      expect(results).toEqual((await runFind(args, { ...options, cache: false })).results)
    }
  })

  test('says so where files change in every attempt', async () => {
    const repo = decisions(2)
    let writes = 0
    const embedder = async (): Promise<null> => {
      repo.write('memory/decisions/d1.md', decision('dec-1', `Number ${writes++}`))
      return null
    }
    const args = { query: 'number', limit: 5, include_archived: true }
    const options = { cwd: repo.dir, today: '2026-06-01' }
    await expect(runFind(args, { ...options, cache: true, embedder })).rejects.toThrow(
      'the memory is changed again and again',
    )
  })

  test('a file that cannot be read is named each time', async () => {
    const repo = decisions(2)
    repo.write('memory/decisions/broken.md', '---\nid: [\n---\n\nBroken.\n')
    for (let i = 0; i < 2; i++) {
      expect((await findBoth(repo, 'deploys')).unreadable).toEqual(['memory/decisions/broken.md'])
    }
  })
})
