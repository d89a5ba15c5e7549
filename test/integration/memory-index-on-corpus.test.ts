import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Size } from '../../bench/corpus/corpus.ts'
import { writeCorpus } from '../../bench/corpus/write-corpus.ts'
import { LONG } from '../helpers/runs.ts'

const MEMKEEP = resolve('dist/memkeep.cjs')
const MEMORY = 'user/memory/workspaces'
const SIZE: Size = LONG
  ? { workspaces: 20, domains: 5, repositories: 4, plans: 10 }
  : { workspaces: 4, domains: 3, repositories: 2, plans: 2 }
let scratch = ''
let corpus = ''

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'memkeep-corpus-'))
  corpus = join(scratch, 'm')
  mkdirSync(corpus)
  await writeCorpus(corpus, { size: SIZE, seed: 1, defects: 0 })
})

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

type Count = {
  decisions: number
  lessons: number
  tags: Map<string, number>
  categories: Map<string, number>
}

/** Counts entries by lines alone, outside fences: knows nothing of the code under test. */
function countByHand(text: string, kind: 'decisions' | 'lessons', count: Count): void {
  let fenced = false
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) fenced = !fenced
    if (fenced) continue
    if (/^### \[\d{4}-\d\d-\d\d\] /.test(line)) count[kind] += 1
    const [, label, value = ''] = /^\*\*(Category|Tags):\*\* (.+)$/.exec(line) ?? []
    if (label === 'Category') add(count.categories, value)
    if (label === 'Tags') for (const tag of value.split(', ')) add(count.tags, tag)
  }
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function workspaceCount(folder: string): Count {
  const count: Count = { decisions: 0, lessons: 0, tags: new Map(), categories: new Map() }
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (path.includes('_archive')) continue
    if (path.endsWith('decisions.md'))
      countByHand(readFileSync(join(folder, path), 'utf8'), 'decisions', count)
    if (path.endsWith('lessons.md')) countByHand(readFileSync(join(folder, path), 'utf8'), 'lessons', count)
  }
  return count
}

type Row = { name: string; count: number }
type Index = { tags: Row[]; categories: Row[]; summary: { total_decisions: number; total_lessons: number } }

function rows(list: readonly Row[]): [string, number][] {
  return list.filter(({ count }) => count > 0).map(({ name, count }) => [name, count])
}

function ordered(counts: Map<string, number>): [string, number][] {
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
}

function indexes(root: string): Map<string, string> {
  const base = join(root, MEMORY)
  return new Map(
    readdirSync(base).map((name) => [name, readFileSync(join(base, name, '_index.yaml'), 'utf8')]),
  )
}

function run(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): number | null {
  return spawnSync(process.execPath, [MEMKEEP, ...args], { cwd, env: { ...process.env, ...env } }).status
}

test('the indexes of many files hold what an independent count finds', () => {
  for (const name of readdirSync(join(corpus, MEMORY)))
    rmSync(join(corpus, MEMORY, name, '_index.yaml'), { force: true })
  expect(run(corpus, ['index'])).toBe(0)
  const built = indexes(corpus)
  expect(built.size).toBe(SIZE.workspaces)
  for (const [name, text] of built) {
    const counted = workspaceCount(join(corpus, MEMORY, name))
    const index = parse(text) as Index
    expect(rows(index.tags)).toEqual(ordered(counted.tags))
    expect(rows(index.categories)).toEqual(ordered(counted.categories))
    expect(index.summary).toMatchObject({
      total_decisions: counted.decisions,
      total_lessons: counted.lessons,
    })
  }
})

test('another directory order, time zone, locale and day give the same bytes', () => {
  const shuffled = join(scratch, 'shuffled')
  const names = readdirSync(join(corpus, MEMORY))
  for (const name of [...names].reverse()) {
    mkdirSync(join(shuffled, MEMORY, name), { recursive: true })
    for (const inner of readdirSync(join(corpus, MEMORY, name)).reverse()) {
      if (inner !== '_index.yaml') {
        cpSync(join(corpus, MEMORY, name, inner), join(shuffled, MEMORY, name, inner), { recursive: true })
      }
    }
  }
  const env = { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }
  expect(run(shuffled, ['index', '--now', '2031-12-31'], env)).toBe(0)
  expect(indexes(shuffled)).toEqual(indexes(corpus))
})
