// Changes the sources in small ways, one at a time, and sees whether a test fails: a change that none notices is a rule that no
// test holds. Works in a copy of this checkout.
// usage: npm run test:mutants -- [--of PATH …] [--most N] [--seed N] [--tests PATH …] [--least PERCENT] [--lanes N] [--list]
// --of PATH: a file or folder below src. --most N: so many mutants of each path, chosen by the seed; 0 for all.
// --tests PATH: only tests below this path. --lanes N: how many run at once. --list: also the mutants that are killed.
// --least PERCENT: exit code 1 when a path scores less.
import { fork, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { importGraph } from './house/import-graph.ts'
import { readSources, type SourceFile } from './house/read-sources.ts'
import { type Mutant, makeMutants, withMutants } from './mutants/make-mutants.ts'
import { type Job, runLane, type Verdict } from './mutants/run-lane.ts'

const PATHS = ['core', 'engine', 'operations', 'fs', 'merge', 'formats/logs'].map((name) => `src/${name}`)

/** Tests of the built command, in which no mutant is, and of the project itself. */
const NOT_ASKED = /^test\/(?:bench|browser|cli|project|scenarios)\/|-processes\.test\.ts$/

/** Seconds of tests for one mutant: those that reach it, the shortest first. */
const PATIENCE = 20

/** A test file that passes without a mutant: how long it takes, and which mutants it reaches. */
type TestFile = { readonly path: string; readonly seconds: number; readonly reached: ReadonlySet<number> }

const { values } = parseArgs({
  options: {
    of: { type: 'string', multiple: true, default: PATHS },
    most: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', multiple: true, default: ['test'] },
    least: { type: 'string', default: '0' },
    lanes: { type: 'string', default: String(availableParallelism()) },
    list: { type: 'boolean', default: false },
    lane: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
if (values.lane) runLane()
else process.exitCode = await main()

async function main(): Promise<number> {
  const chosen = chooseMutants(readSources('.'))
  const all = [...chosen.values()].flat()
  const copy = copyTree(all)
  try {
    const tests = await testsThatReach(copy, all)
    const verdicts = await judge(copy, all, tests)
    return print(chosen, verdicts)
  } finally {
    rmSync(copy, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Some mutants of each path, or all, in order of places. */
function chooseMutants(sources: readonly SourceFile[]): Map<string, Mutant[]> {
  const chosen = new Map<string, Mutant[]>()
  const most = Number(values.most)
  let first = 1
  for (const name of values.of) {
    const files = sources.filter(
      ({ path }) => path === name || path.startsWith(`${name.replace(/\/$/, '')}/`),
    )
    if (files.length === 0) throw new Error(`Unexpected path ${name}, expected a source below src`)
    const mutants = files.flatMap((file) => {
      const made = makeMutants(file, first)
      first += made.length
      return made
    })
    chosen.set(name, most > 0 ? sample(mutants, most) : mutants)
  }
  return chosen
}

function sample(mutants: readonly Mutant[], most: number): Mutant[] {
  let state = Number(values.seed) >>> 0
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state
  }
  return mutants
    .map((mutant) => ({ mutant, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ mutant }) => mutant)
    .sort((a, b) => a.id - b.id)
}

/** A copy of what git has or would add, with the mutants in its sources. */
function copyTree(mutants: readonly Mutant[]): string {
  const copy = mkdtempSync(join(tmpdir(), 'memkeep-mutants-'))
  const listed = spawnSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    encoding: 'utf8',
  }).stdout
  for (const path of listed.split('\0')) {
    if (path === '' || !existsSync(path)) continue
    mkdirSync(join(copy, dirname(path)), { recursive: true })
    copyFileSync(path, join(copy, path))
  }
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'junction')
  for (const path of new Set(mutants.map((one) => one.path))) {
    const text = readFileSync(path, 'utf8')
    const own = mutants.filter((one) => one.path === path)
    writeFileSync(join(copy, path), withMutants(text, own))
  }
  return copy
}

/** Runs every test that imports a changed file, once and without a mutant, and notes what each reaches. */
async function testsThatReach(copy: string, mutants: readonly Mutant[]): Promise<TestFile[]> {
  const notes = join(copy, 'reached.jsonl')
  const report = join(copy, 'report.json')
  const files = testsThatImport(copy, new Set(mutants.map(({ path }) => path)))
  const env = { ...process.env, MEMKEEP_MUTANTS: '1', MEMKEEP_REACHED: notes }
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=json',
    `--outputFile=${report}`,
    ...files,
  ]
  spawnSync(process.execPath, args, { cwd: copy, env, stdio: 'ignore' })
  const reached = new Map<string, ReadonlySet<number>>()
  for (const line of readFileSync(notes, 'utf8').trim().split('\n')) {
    const note = JSON.parse(line)
    reached.set(note.path, new Set(note.reached))
  }
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const passed: TestFile[] = []
  for (const { name, status, startTime, endTime } of testResults) {
    const path = String(name)
      .slice(copy.length + 1)
      .replaceAll('\\', '/')
    const seconds = (endTime - startTime) / 1000
    if (status === 'passed') passed.push({ path, seconds, reached: reached.get(path) ?? new Set() })
    else console.error(`${path} fails without a mutant, and is left out`)
  }
  return passed.sort((a, b) => a.seconds - b.seconds)
}

function testsThatImport(copy: string, changed: ReadonlySet<string>): string[] {
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'migrations', 'test'], {
    encoding: 'utf8',
  }).stdout
  const paths = listed.split('\n').filter((path) => path.endsWith('.ts') && existsSync(join(copy, path)))
  const graph = importGraph(paths.map((path) => ({ path, text: readFileSync(path, 'utf8') })))
  const isWanted = (path: string): boolean =>
    path.endsWith('.test.ts') &&
    !NOT_ASKED.test(path) &&
    values.tests.some((prefix) => path.startsWith(prefix))
  return paths.filter((path) => {
    if (!isWanted(path)) return false
    const seen = new Set([path])
    for (const one of seen) for (const target of graph.get(one) ?? []) seen.add(target)
    return [...changed].some((source) => seen.has(source))
  })
}

/** The files to ask about a mutant, as long as patience lasts. A value made at load counts for all that reach its file. */
function testsOf(mutant: Mutant, mutants: readonly Mutant[], tests: readonly TestFile[]): string[] {
  const ids = mutant.isAtLoad
    ? mutants.filter(({ path }) => path === mutant.path).map(({ id }) => id)
    : [mutant.id]
  let left = PATIENCE
  return tests
    .filter(({ reached }) => ids.some((id) => reached.has(id)))
    .filter(({ seconds }, i) => {
      left -= seconds
      return left > 0 || i === 0
    })
    .map(({ path }) => path)
}

async function judge(
  copy: string,
  mutants: readonly Mutant[],
  tests: readonly TestFile[],
): Promise<Map<number, Verdict>> {
  const verdicts = new Map<number, Verdict>()
  const jobs: Job[] = []
  for (const mutant of mutants) {
    const files = testsOf(mutant, mutants, tests)
    if (files.length === 0) verdicts.set(mutant.id, 'not reached')
    else jobs.push({ id: mutant.id, files })
  }
  // What each lane bundles.
  process.env.MEMKEEP_MUTANT_TESTS = [...new Set(jobs.flatMap(({ files }) => files))].join('\n')
  const lanes = Array.from({ length: Number(values.lanes) }, () => workOff(copy, jobs, verdicts))
  await Promise.all(lanes)
  return verdicts
}

/** Gives one lane after another the next job. One that does not answer in time ends: its mutant runs for ever. */
async function workOff(copy: string, jobs: Job[], verdicts: Map<number, Verdict>): Promise<void> {
  while (jobs.length > 0) {
    const lane = fork(fileURLToPath(import.meta.url), ['--lane', 'run'], {
      cwd: copy,
      env: { ...process.env, MEMKEEP_MUTANTS: '1' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      detached: true,
    })
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const { id } = job
      const verdict = await new Promise<Verdict>((done) => {
        const timer = setTimeout(() => done('endless'), (PATIENCE * 4 + 60) * 1000)
        lane.removeAllListeners()
        lane.once('message', (said) => {
          clearTimeout(timer)
          done(said === 'survived' ? 'survived' : 'killed')
        })
        lane.once('exit', () => done('endless'))
        lane.send(job)
      })
      verdicts.set(id, verdict)
      if (verdict === 'endless') break
    }
    // Its worker as well, which may be in a loop.
    if (lane.pid !== undefined && lane.exitCode === null) process.kill(-lane.pid, 'SIGKILL')
  }
}

function print(
  chosen: ReadonlyMap<string, readonly Mutant[]>,
  verdicts: ReadonlyMap<number, Verdict>,
): number {
  const scores: string[] = []
  let isLow = false
  for (const [path, mutants] of chosen) {
    const lives = mutants.filter(({ id }) => /survived|not reached/.test(verdicts.get(id) ?? ''))
    for (const one of values.list ? mutants : lives) {
      const change = `${one.from} → ${one.to}`.replaceAll(/\s+/g, ' ')
      console.log(`${one.path}:${one.line} ${verdicts.get(one.id)}: ${change}`)
    }
    const score = mutants.length === 0 ? 1 : 1 - lives.length / mutants.length
    isLow ||= 100 * score < Number(values.least)
    scores.push(
      `${(100 * score).toFixed(1)} % ${path}: ${mutants.length - lives.length} of ${mutants.length} killed`,
    )
  }
  console.log(scores.join('\n'))
  return isLow ? 1 : 0
}
