import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DEFAULT_SETTINGS } from '../src/core/settings.ts'
import { shim } from '../src/hooks/shim.ts'
import { layouts } from '../src/layouts/index.ts'
import { hookPaths } from '../src/run/hook-paths.ts'
import { median } from './statistics.ts'
import { duration } from './table.ts'

/** Measures whole commits in a corpus, with and without our hook, taking turns; gives a Markdown table. */
export function benchCommits(corpus: string, { bin, rounds }: { bin: string; rounds: number }): string {
  const commits = repositoryOf(corpus)
  const rows = new Map<string, number[]>()
  const note = (label: string, ms: number): void => {
    rows.set(label, [...(rows.get(label) ?? []), ms])
  }
  const env = { MEMKEEP_BIN: resolve(bin) }
  for (let round = -1; round < rounds; round++) {
    const add = round < 0 ? () => undefined : note
    add(
      START,
      timed(() => spawnSync(process.execPath, ['-e', '0'])),
    )
    commits.arm(null)
    add('no hook, no memory touched', commits.plain({}))
    add('no hook, plan and decisions', commits.memory({}))
    commits.arm('#!/bin/sh\n')
    add('empty husky hook, no memory touched', commits.plain({}))
    commits.arm(`#!/bin/sh\n${shim('pre-commit', hookPaths(layouts, DEFAULT_SETTINGS))}`)
    add('our husky hook, no memory touched', commits.plain(env))
    // What was committed without a hook left its derived files as they were: this one is put right, uncounted.
    commits.memory(env)
    add('our husky hook, plan and decisions', commits.memory(env))
  }
  return tableOf(rows)
}

const START = '`node -e 0`'

type Commits = {
  /** Sets the pre-commit hook that husky runs; null turns hooks off. */
  readonly arm: (hook: string | null) => void
  readonly plain: (env: { readonly [name: string]: string }) => number
  readonly memory: (env: { readonly [name: string]: string }) => number
}

function repositoryOf(corpus: string): Commits {
  const git = (...args: string[]): void => void execFileSync('git', args, { cwd: corpus, stdio: 'ignore' })
  git('init', '--quiet')
  for (const [key, value] of Object.entries({ 'user.name': 'Bench', 'user.email': 'bench@example.com' })) {
    git('config', key, value)
  }
  git('add', '--all')
  git('commit', '--quiet', '--allow-empty', '--message', 'corpus')
  execFileSync(process.execPath, [resolve('node_modules/husky/bin.js')], { cwd: corpus, stdio: 'ignore' })
  const [plan, log] = [newest(corpus, /_plans\/.*\.md$/), newest(corpus, /\/decisions\.md$/)]
  let turn = 0
  const commit = (env: { readonly [name: string]: string }): number =>
    timed(() => {
      const run = spawnSync('git', ['commit', '--quiet', '--message', `turn ${turn}`], {
        cwd: corpus,
        env: { ...process.env, ...env },
        encoding: 'utf8',
      })
      if (run.status !== 0) throw new Error(`a commit failed: ${run.stderr.slice(-2000)}`)
    })
  return {
    arm: (hook) => {
      git('config', 'core.hooksPath', hook === null ? '/dev/null' : '.husky/_')
      if (hook !== null) writeFileSync(join(corpus, '.husky/pre-commit'), hook)
    },
    plain: (env) => {
      turn += 1
      mkdirSync(join(corpus, 'src'), { recursive: true })
      writeFileSync(join(corpus, 'src/turn.txt'), `${turn}\n`)
      git('add', 'src')
      return commit(env)
    },
    memory: (env) => {
      turn += 1
      appendFileSync(join(corpus, plan), `\nTurn ${turn}.\n`)
      appendFileSync(join(corpus, log), entry(turn, readFileSync(join(corpus, log), 'utf8')))
      git('add', dirname(plan), dirname(log))
      return commit(env)
    },
  }
}

/** A file in the middle of the corpus: neither the first nor the last of anything. */
function newest(corpus: string, pattern: RegExp): string {
  const found = readdirSync(corpus, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => pattern.test(path))
    .sort()
  const path = found[found.length >> 1]
  if (path === undefined) throw new Error(`the corpus has nothing like ${pattern}`)
  return path
}

function entry(turn: number, log: string): string {
  const end = /\n---\s*$/.test(log) ? '\n' : '\n\n---\n\n'
  return `${end}### [2026-03-01] Turn ${turn}\n\n**Category:** tooling\n**Tags:** cache, ci\n\nBecause of turn ${turn}.\n\n---\n`
}

function timed(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

function tableOf(rows: ReadonlyMap<string, readonly number[]>): string {
  const of = (label: string): readonly number[] => rows.get(label) ?? []
  const starts = of(START)
  // Round by round: what runs at about the same time has about the same machine.
  const times = (all: readonly number[]): string =>
    median(all.map((ms, i) => ms / (starts[i] ?? Number.NaN))).toFixed(2)
  const lines = [...rows].map(
    ([label, all]) =>
      `| ${label} | ${duration(median(all))} | ${duration(Math.min(...all))}–${duration(Math.max(...all))} | ${times(all)} |`,
  )
  const over = (label: string, base: string): string => {
    const cost = of(label).map((ms, i) => ms - (of(base)[i] ?? Number.NaN))
    return `${duration(median(cost))}, ${times(cost)} × \`node -e 0\`.`
  }
  return [
    '| whole commit | median | min–max | × `node -e 0` |',
    '| --- | ---: | ---: | ---: |',
    ...lines,
    '',
    `Ours over husky's own empty hook, no memory touched: ${over('our husky hook, no memory touched', 'empty husky hook, no memory touched')}`,
    `Ours over no hook, plan and decisions: ${over('our husky hook, plan and decisions', 'no hook, plan and decisions')}`,
  ].join('\n')
}
