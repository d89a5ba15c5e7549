import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { setsOthersAside, wantedLayouts } from '../../src/core/layout.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { literalSnapshot } from '../../src/core/snapshot.ts'
import { compareText } from '../../src/core/text.ts'
import { type ClaimedFile, claimFiles, memoryOf } from '../../src/engine/claims.ts'
import { factsInMemory } from '../../src/engine/documents/facts.ts'
import { loadDocuments } from '../../src/engine/documents/load-documents.ts'
import { layouts } from '../../src/layouts/index.ts'
import { runFind } from '../../src/operations/search/find.ts'
import { type SearchedIndex, searchedIndex } from '../../src/operations/search/search-request.ts'
import {
  asideAcross,
  buildSegment,
  cutFiles,
  type Segment,
  unreadableIn,
} from '../../src/operations/search/segments.ts'
import { indexFromBytes } from '../../src/retrieval/index-bytes.ts'
import { runUninstall } from '../../src/setup/uninstall.ts'
import type { Files } from '../helpers/check-literal.ts'
import { plainRanking } from '../helpers/plain-ranking.ts'
import { runs } from '../helpers/runs.ts'
import { tempRepo } from '../helpers/temp-repo.ts'

const EXAMPLES = 'examples'

/** Every example, each as it lies in its repository. */
const examples: readonly (readonly [name: string, files: Files])[] = readdirSync(EXAMPLES, {
  withFileTypes: true,
}).flatMap((folder) => {
  if (!folder.isDirectory()) return []
  const top = join(EXAMPLES, folder.name)
  const files = readdirSync(top, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const texts = files.map((one) => {
    const path = join(one.parentPath, one.name)
    return [path.slice(top.length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8')] as const
  })
  return [[folder.name, Object.fromEntries(texts)] as const]
})

function opened(files: Files) {
  return {
    layouts: wantedLayouts(layouts, DEFAULT_SETTINGS),
    rules: [],
    settings: DEFAULT_SETTINGS,
    facts: factsInMemory(),
    today: '2026-06-01',
    after: literalSnapshot(files),
    before: null,
  }
}

async function segmentedBy(
  files: Files,
  cut: (claimed: readonly ClaimedFile[], ids: Segment['ids']) => readonly Segment[],
): Promise<SearchedIndex> {
  const memory = opened(files)
  const contents = await memory.after.read(Object.keys(files))
  const ids = new Map([...contents].map(([path, one]) => [path, 'id' in one ? one.id : '']))
  const built = new Map<string, ReturnType<typeof indexFromBytes>>()
  for (const segment of cut(claimFiles(memory.after, memory), ids)) {
    const { bytes, isStill } = await buildSegment(segment, memory)
    expect(isStill).toBe(true)
    built.set(segment.name, indexFromBytes(bytes))
  }
  const all = [...built.values()]
  const aside = asideAcross(all, memory)
  return searchedIndex({ digest: '', segments: [], aside, unreadable: all.flatMap(unreadableIn) }, built)
}

/** All files in one segment. */
const whole = (files: Files): Promise<SearchedIndex> =>
  segmentedBy(files, (claimed, ids) => [{ name: 'all', files: claimed, ids }])

/** A new segment at each file where `begins` is true. */
const cutAt = (files: Files, begins: readonly boolean[]): Promise<SearchedIndex> =>
  segmentedBy(files, (claimed, ids) => {
    const cuts: ClaimedFile[][] = []
    for (const [i, one] of claimed.entries()) {
      if (i === 0 || begins[i % begins.length]) cuts.push([])
      cuts.at(-1)?.push(one)
    }
    return cuts.map((own, i) => ({ name: `${i}`, files: own, ids }))
  })

const QUERIES = ['queue postgres', 'jobs', 'redis decision', 'qeue', 'number zebra', 'supersed 2026']

function answers({ index, cardAt, unreadable }: SearchedIndex) {
  const cards = Array.from({ length: index.size }, (_, place) => cardAt(place))
  const ranked = (['last', 'left out', 'by score'] as const).flatMap((aside) =>
    QUERIES.map((query) => plainRanking(index, query, { aside, withNear: true })),
  )
  return { cards, ranked, aside: [...index.aside], unreadable }
}

/** Decisions that may supersede others, records that say so of themselves, and entries of a log. */
const memories = fc
  .array(
    fc.record({
      kind: fc.constantFrom('decision', 'adr', 'log'),
      of: fc.nat({ max: 9 }),
      says: fc.boolean(),
    }),
    {
      minLength: 1,
      maxLength: 10,
    },
  )
  .map(
    (all): Files =>
      Object.fromEntries(
        all.map(({ kind, of, says }, i) => {
          const day = `2026-01-${String(10 + i)}`
          if (kind === 'decision')
            return [
              `memory/decisions/d${i}.md`,
              `---\nid: dec-${i}\ntitle: Number ${i}\ncreated: ${day}\n${says ? `supersedes: dec-${of}\n` : ''}---\n\nJobs in the queue.\n`,
            ]
          if (kind === 'adr')
            return [
              `docs/adr/000${i}-jobs.md`,
              `# ${i}. Jobs\n\nDate: ${day}\n\n## Status\n\n${says ? `Superseded by [${of}](000${of}-jobs.md)` : 'Accepted'}\n\n## Context\n\nRedis.\n\n## Decision\n\nThe queue.\n\n## Consequences\n\nNone.\n`,
            ]
          return [
            `user/memory/workspaces/w${i}/decisions.md`,
            `# Decisions\n\n### [${day}] Queue ${i}\n\n**Category:** tooling\n**Tags:** ci\n${says ? '**Status:** superseded by the queue of March\n' : ''}\nPostgres.\n\n---\n`,
          ]
        }),
      ),
  )

describe('an index in segments answers as one index of all files does', () => {
  test.each(examples)('for the example %s', async (_, files) => {
    const expected = answers(await whole(files))
    for (const begins of [[true], [true, false, false], [false, true]]) {
      expect(answers(await cutAt(files, begins))).toEqual(expected)
    }
  })

  test('for any memory, in any order of its listing', async () => {
    await fc.assert(
      fc.asyncProperty(
        memories.chain((files) =>
          fc.tuple(
            fc.constant(files),
            fc.shuffledSubarray(Object.entries(files), { minLength: Object.keys(files).length }),
          ),
        ),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 10 }),
        async ([files, shuffled], begins) => {
          const expected = answers(await whole(files))
          expect(answers(await cutAt(Object.fromEntries(shuffled), begins))).toEqual(expected)
        },
      ),
      { numRuns: runs(200, 20) },
    )
  })
})

test.each(examples)(
  'a layout of the example %s says whether others set its items aside',
  async (_, files) => {
    const memory = opened(files)
    const { documents } = await loadDocuments(memory.after, memory)
    for (const layout of memory.layouts) {
      if (!layout.reports?.setAside || setsOthersAside(layout)) continue
      const asideIn = (all: typeof documents) => {
        const { superseded, archived, successors } = layout.reports?.setAside?.(
          memoryOf(layout, memory.after, all, memory),
        ) ?? { superseded: [], archived: [] }
        return [...superseded, ...archived].map((item) => [item.title, successors?.get(item)] as const)
      }
      const order = (all: ReturnType<typeof asideIn>) =>
        all.map((one) => JSON.stringify(one)).sort(compareText)
      expect(order(documents.flatMap((one) => asideIn([one])))).toEqual(order(asideIn(documents)))
    }
  },
)

const decision = (id: number, text: string): string =>
  `---\nid: dec-${id}\ntitle: Number ${id}\ncreated: 2026-01-01\n---\n\n${text}\n`

describe('the segments of many files', () => {
  const claimedOf = (paths: readonly string[]) =>
    cutFiles(
      claimFiles(literalSnapshot(Object.fromEntries(paths.map((path) => [path, '']))), opened({})),
      new Map(),
      '',
    )

  test('stay as they are but for the one with a new file', () => {
    const paths = Array.from({ length: 2000 }, (_, i) => `memory/decisions/${i}.md`)
    const before = claimedOf(paths)
    expect(before.length).toBeGreaterThan(10)
    expect(Math.max(...before.map(({ files }) => files.length))).toBeLessThanOrEqual(256)
    for (let i = 0; i < 20; i++) {
      const known = new Set(before.map(({ name }) => name))
      const fresh = claimedOf([...paths, `memory/decisions/more-${i * 7}.md`]).filter(
        ({ name }) => !known.has(name),
      )
      // It may divide one, or fill one to the brim.
      expect(fresh.length).toBeLessThanOrEqual(3)
    }
  })

  test('are built anew where a file has changed, and old ones are removed', async () => {
    const repo = tempRepo()
    for (let i = 0; i < 300; i++) repo.write(`memory/decisions/d${i}.md`, decision(i, 'Deploys.'))
    repo.commit()
    const find = async (query: string, cache = true) =>
      runFind({ query, limit: 5 }, { cwd: repo.dir, today: '2026-06-01', cache })
    const segments = (): readonly string[] =>
      readdirSync(join(repo.dir, '.git/memkeep')).filter((name) => name.startsWith('search-segment-'))
    expect(await find('deploys')).toEqual(await find('deploys', false))
    const before = segments()
    expect(before.length).toBeGreaterThan(2)
    repo.write('memory/decisions/d7.md', decision(7, 'Zebras.'))
    expect(await find('zebras')).toEqual(await find('zebras', false))
    const after = segments()
    expect(after).toHaveLength(before.length)
    expect(after.filter((name) => !before.includes(name))).toHaveLength(1)
    // A process that was killed may have left what no index names.
    writeFileSync(join(repo.dir, '.git/memkeep/search-segment-0a'), 'left')
    repo.remove('memory')
    expect((await find('zebras')).total).toBe(0)
    expect(segments()).toEqual([])
  })

  test('are gone after uninstall', async () => {
    const repo = tempRepo()
    repo.write('memory/decisions/d.md', decision(1, 'Deploys.'))
    repo.commit()
    await runFind({ query: 'deploys' }, { cwd: repo.dir, today: '2026-06-01', cache: true })
    expect(existsSync(join(repo.dir, '.git/memkeep'))).toBe(true)
    await runUninstall({ cwd: repo.dir, from: repo.dir, dryRun: false })
    expect(existsSync(join(repo.dir, '.git/memkeep'))).toBe(false)
  })

  test('are built again where one is damaged or lost, or its bytes are those of another one', async () => {
    const repo = tempRepo()
    for (let i = 0; i < 200; i++) repo.write(`memory/decisions/d${i}.md`, decision(i, `Deploys ${i}.`))
    repo.commit()
    const find = async (cache: boolean) =>
      runFind({ query: 'deploys', limit: 300 }, { cwd: repo.dir, today: '2026-06-01', cache })
    const expected = await find(false)
    expect(await find(true)).toEqual(expected)
    const folder = join(repo.dir, '.git/memkeep')
    const names = readdirSync(folder).filter((name) => name.startsWith('search-segment-'))
    const [first = '', second = ''] = names.map((name) => join(folder, name))
    const bytes = readFileSync(first)
    for (const damaged of [readFileSync(second), bytes.subarray(0, bytes.length >> 1), null]) {
      if (damaged) writeFileSync(first, damaged)
      else rmSync(first)
      expect(await find(true)).toEqual(expected)
      expect(readFileSync(first).equals(bytes)).toBe(true)
    }
  })
})
