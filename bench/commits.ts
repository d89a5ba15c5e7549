import { appendFileSync, chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Command } from './measure.ts'
import { outputOf } from './output-of.ts'
import type { Hook } from './peers/peer.ts'

/** Entries of a log, by default. */
const GROWTH_THRESHOLD = 50

type Environment = { readonly [name: string]: string }

/** What is staged: no memory, a plan, or a plan and an entry of a log, whose index is rebuilt. */
export type What = 'no memory' | 'plan' | 'plan and decisions'

/** A repository to commit to. */
export type Commits = {
  readonly repository: string
  /** Turns hooks off. */
  readonly disarm: () => void
  /** Sets the pre-commit hook that husky runs. */
  readonly armHusky: (text: string) => void
  /** Sets git's own pre-commit hook. */
  readonly arm: (name: string, hook: Hook) => void
  /** Changes and stages something. */
  readonly stage: (what: What) => void
  /** The commit of what is staged. */
  readonly command: (env?: Environment) => Command
}

/** Prepares a repository with a memory for commits. Hooks of git are written below `scratch`. */
export function commitsIn(repository: string, scratch: string): Commits {
  const git = (...args: string[]): void => void outputOf('git', args, { cwd: repository })
  git('config', 'user.name', 'Bench')
  git('config', 'user.email', 'bench@example.com')
  outputOf(process.execPath, [resolve('node_modules/husky/bin.js')], { cwd: repository })
  const hooks = (path: string): void => git('config', 'core.hooksPath', path)
  const plan = someOf(fromTheMiddle(repository, /_plans\/.*\.md$/)[0])
  const logs = fromTheMiddle(repository, /\/decisions\.md$/)
  let turn = 0
  return {
    repository,
    disarm: () => hooks('/dev/null'),
    armHusky: (text) => {
      hooks('.husky/_')
      writeFileSync(join(repository, '.husky/pre-commit'), text)
    },
    arm: (name, { text }) => {
      const folder = join(scratch, 'hooks', name)
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'pre-commit'), text)
      chmodSync(join(folder, 'pre-commit'), 0o755)
      hooks(folder)
    },
    stage: (what) => {
      turn += 1
      if (what === 'no memory') return git('add', writeTurn(repository, turn))
      appendFileSync(join(repository, plan), `\nTurn ${turn}.\n`)
      git('add', '--', dirname(plan))
      if (what === 'plan') return
      const log = someOf(logs.find((path) => hasRoom(join(repository, path))))
      appendFileSync(join(repository, log), entry(turn, readFileSync(join(repository, log), 'utf8')))
      git('add', '--', dirname(log))
    },
    command: (env = {}) => ({
      file: 'git',
      args: ['commit', '--quiet', '--message', `turn ${turn}`],
      cwd: repository,
      env,
    }),
  }
}

function writeTurn(repository: string, turn: number): string {
  mkdirSync(join(repository, 'src'), { recursive: true })
  writeFileSync(join(repository, 'src/turn.txt'), `${turn}\n`)
  return 'src'
}

/** Files in the order of their paths, those in the middle of the corpus first: neither the first nor the last of anything. */
function fromTheMiddle(repository: string, pattern: RegExp): string[] {
  const paths = readdirSync(repository, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => pattern.test(path))
    .sort()
  return [...paths.slice(paths.length >> 1), ...paths.slice(0, paths.length >> 1)]
}

function someOf(path: string | undefined): string {
  if (path === undefined) throw new Error('the corpus has no such file')
  return path
}

/** A log that is over the threshold after the commit would be warned of: what is measured is a commit without findings. */
function hasRoom(log: string): boolean {
  return readFileSync(log, 'utf8').split('\n### [').length - 1 < GROWTH_THRESHOLD
}

function entry(turn: number, log: string): string {
  const end = /\n---\s*$/.test(log) ? '\n' : '\n\n---\n\n'
  return `${end}### [2026-03-01] Turn ${turn}\n\n**Category:** tooling\n**Tags:** cache, ci\n\nBecause of turn ${turn}.\n\n---\n`
}
