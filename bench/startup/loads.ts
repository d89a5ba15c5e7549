import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { plainEnvironment } from '../plain-environment.ts'
import { median } from '../statistics.ts'

/** What one process loaded; times in milliseconds, without what was loaded inside. */
export type Loads = {
  /** Since Node began: when the first line could run, and when the process ended. */
  readonly start: number
  readonly end: number
  readonly loads: readonly Load[]
}

type Load = {
  readonly kind: 'compile' | 'evaluate' | 'node' | 'cached' | 'source'
  readonly name: string
  readonly ms: number
}

/** What loading one file or one module of Node cost: the medians of several processes. */
export type Cost = {
  readonly name: string
  readonly isNode: boolean
  /** True when V8 took what it had compiled before. */
  readonly isCached: boolean
  readonly compileMs: number
  readonly evaluateMs: number
}

/** The costs of a scenario: of each load, of all of them, of Node's own start before, and of what is not loading. */
export type LoadCosts = {
  readonly costs: readonly Cost[]
  readonly loadMs: number
  readonly startMs: number
  readonly workMs: number
}

/** How the command is started. */
export type Scenario = { readonly args: readonly string[]; readonly cwd: string; readonly input: string }

/** Starts the command so many times and looks at what it loads. `scratch` is a folder for notes. */
export function loadsOf(
  bin: string,
  scenario: Scenario,
  { times, scratch }: { readonly times: number; readonly scratch: string },
): LoadCosts {
  const file = join(scratch, 'loads.json')
  const watch = resolve('bench/startup/watch-loads.cjs')
  const runs = Array.from({ length: times }, () => {
    rmSync(file, { force: true })
    spawnSync(process.execPath, ['--require', watch, bin, ...scenario.args], {
      cwd: scenario.cwd,
      env: plainEnvironment({ BENCH_LOADS: file }),
      input: scenario.input,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    return JSON.parse(readFileSync(file, 'utf8')) as Loads
  })
  return costsOf(runs)
}

/** The medians of several runs of the same. */
export function costsOf(runs: readonly Loads[]): LoadCosts {
  const names = [...new Set(runs.flatMap(({ loads }) => loads.map(({ name }) => name)))]
  return {
    costs: names.map((name) => costOf(name, runs)),
    loadMs: median(runs.map(loadMs)),
    startMs: median(runs.map(({ start }) => start)),
    workMs: median(runs.map((run) => run.end - run.start - loadMs(run))),
  }
}

function loadMs({ loads }: Loads): number {
  return loads.reduce((sum, { ms }) => sum + ms, 0)
}

function costOf(name: string, runs: readonly Loads[]): Cost {
  const own = runs.map(({ loads }) => loads.filter((load) => load.name === name))
  const ms = (...kinds: readonly string[]): number =>
    median(
      own.map((loads) => loads.reduce((sum, load) => sum + (kinds.includes(load.kind) ? load.ms : 0), 0)),
    )
  const has = (kind: string): boolean => own.some((loads) => loads.some((load) => load.kind === kind))
  return {
    name,
    isNode: has('node'),
    isCached: has('cached'),
    compileMs: ms('compile'),
    evaluateMs: ms('evaluate', 'node'),
  }
}
