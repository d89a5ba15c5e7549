// Measures our search next to packages for searching: quality on the labelled questions, speed and memory on generated items.
// usage: node scripts/run.mjs bench/search.ts [--peers none] [--folder DIR] [--items 20000] [--half test]
// or: node scripts/run.mjs bench/search.ts --repositories DIR[,DIR...] [--questions OUT.jsonl] [--folder DIR] [--peers none]
// which asks work trees of git what their own lines say that cite a record of their memory; nothing is written to them.
// Packages are installed into a temporary folder, unless DIR has them; each engine runs in a process of its own.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { estimateTokens } from '../src/formats/tokens.ts'
import { packItems } from '../src/retrieval/pack.ts'
import type { SearchItem } from '../src/retrieval/search-index.ts'
import {
  type Labelled,
  ndcgAt10,
  readExamples,
  readProjects,
  recallAt10,
} from '../test/retrieval/labelled-questions.ts'
import { install } from './peers/install.ts'
import { makeItems, makeQueries } from './search/documents.ts'
import { ENGINES, type Engine, loaderFrom, type Search } from './search/engines.ts'
import { measureRepositories } from './search/repositories.ts'
import { median } from './statistics.ts'

const QUERIES = 200
const WARM_UP = 50
/** Tokens that an agent has for what it remembers. */
const BUDGET = 300

const { values } = parseArgs({
  options: {
    peers: { type: 'string', default: 'all' },
    items: { type: 'string', default: '20000' },
    half: { type: 'string', default: '' },
    engine: { type: 'string' },
    folder: { type: 'string', default: '' },
    repositories: { type: 'string' },
    questions: { type: 'string' },
  },
})

type Measured = {
  readonly ndcg: number
  readonly recall: number
  /** The share of questions with an answer among what fits the budget. */
  readonly covered: number
  readonly buildMs: number
  readonly queryMs: number
  readonly slowestMs: number
  readonly peakMb: number
}

async function main(): Promise<void> {
  const engines = ENGINES.filter(({ needs }) => needs === null || values.peers === 'all')
  const scratch = mkdtempSync(join(tmpdir(), 'memkeep-search-'))
  const folder = values.folder || scratch
  try {
    const packages = [...new Set(engines.flatMap(({ needs }) => needs ?? []))]
    if (packages.length > 0 && folder === scratch) await install(folder, packages)
    if (values.repositories !== undefined) {
      const rivals = engines.filter(({ needs }) => needs !== null)
      const folders = values.repositories.split(',').filter(Boolean)
      await measureRepositories(folders, { rivals, load: loaderFrom(folder), questions: values.questions })
      return
    }
    process.stdout.write(
      `| ${values.items} items of 1 KB | nDCG@10 | recall@10 | answer in ${BUDGET} tokens | build, CPU | query, CPU | slowest | peak MB |\n|---|--:|--:|--:|--:|--:|--:|--:|\n`,
    )
    for (const { name } of engines) process.stdout.write(`${rowOf(name, inProcess(name, folder))}\n`)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function inProcess(engine: string, folder: string): Measured {
  const [script = ''] = process.argv.slice(1)
  const args = [
    script,
    '--engine',
    engine,
    '--folder',
    folder,
    '--items',
    values.items,
    '--half',
    values.half,
  ]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (stdout === '') throw new Error(`${engine}: ${stderr}`)
  return JSON.parse(stdout) as Measured
}

function rowOf(
  name: string,
  { ndcg, recall, covered, buildMs, queryMs, slowestMs, peakMb }: Measured,
): string {
  const share = `${Math.round(covered * 100)} %`
  const cells = [ndcg.toFixed(3), recall.toFixed(3), share, `${(buildMs / 1000).toFixed(1)} s`]
  return `| ${[name, ...cells, `${queryMs.toFixed(2)} ms`, `${slowestMs.toFixed(1)} ms`, Math.round(peakMb)].join(' | ')} |`
}

async function measureEngine(engine: Engine): Promise<Measured> {
  const load = loaderFrom(values.folder)
  const items = makeItems(Number(values.items))
  const before = cpuMs()
  const search = await engine.build(items, load)
  const buildMs = cpuMs() - before
  const times: number[] = []
  for (const query of makeQueries(QUERIES + WARM_UP)) times.push(await timeOf(() => search(query)))
  const { maxRSS } = process.resourceUsage()
  const times2 = times.slice(WARM_UP)
  const quality = await qualityOf(async (all) => engine.build(all, load))
  return {
    ...quality,
    buildMs,
    queryMs: median(times2),
    slowestMs: Math.max(...times2),
    peakMb: maxRSS / 1000,
  }
}

type Quality = { readonly ndcg: number; readonly recall: number; readonly covered: number }

function costOf({ fields: { title = '', body } }: SearchItem): number {
  return estimateTokens(`${title}\n\n${body}`)
}

/** Means over all questions that have an answer, or those of one half. */
async function qualityOf(build: (items: readonly SearchItem[]) => Promise<Search>): Promise<Quality> {
  const all: Quality[] = []
  for (const set of [readProjects(), readExamples()])
    all.push(...(await scoresOf(set, await build(set.items))))
  const mean = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0) / numbers.length
  return {
    ndcg: mean(all.map(({ ndcg }) => ndcg)),
    recall: mean(all.map(({ recall }) => recall)),
    covered: mean(all.map(({ covered }) => covered)),
  }
}

async function scoresOf({ items, questions }: Labelled, search: Search): Promise<Quality[]> {
  const asked = questions.filter(({ answers, half }) => answers.length > 0 && (values.half || half) === half)
  const scores = asked.map(async ({ query, answers }) => {
    const found = (await search(query)).flatMap((place) => items[place] ?? [])
    const ids = found.map(({ id }) => id)
    const { taken } = packItems(found, { costOf, budget: BUDGET })
    const covered = taken.some(({ id }) => answers.includes(id)) ? 1 : 0
    return { ndcg: ndcgAt10(ids, answers), recall: recallAt10(ids, answers), covered }
  })
  return Promise.all(scores)
}

/** Processor time, for machines are shared. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function timeOf(run: () => unknown): Promise<number> {
  const before = cpuMs()
  await run()
  return cpuMs() - before
}

const engine = ENGINES.find(({ name }) => name === values.engine)
if (engine) process.stdout.write(JSON.stringify(await measureEngine(engine)))
else await main()
