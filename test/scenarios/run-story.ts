import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { main } from '../../src/cli/main.ts'
import { LONG } from '../helpers/runs.ts'
import { FOUND } from '../helpers/setup.ts'
// A small process starts git and the built command: a worker is large, and pays for its size at each start.
import '../helpers/start-git-cheaply.ts'
import { matchesLines, parseStory, type Step, type Story, words } from './parse-story.ts'

const MEMKEEP = resolve('dist/memkeep.cjs')

/** Subcommands that the built command ran already. */
const built = new Set<string>()

/** What a command did. */
type Outcome = { readonly code: number; readonly out: string; readonly err: string }

/**
 * Runs a story in a temporary folder. Throws, with what was printed, at the first step that comes out differently. The
 * first use of a subcommand in any story is of the built command; the others are of the sources in this process, but in the
 * long run. Where one process needs what another of the same build has left, all of a story are of one kind.
 */
export async function runStory(text: string): Promise<void> {
  const story = parseStory(text)
  if (story.steps.length === 0) throw new Error('a story without a command proves nothing')
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'memkeep-story-')))
  try {
    for (const [path, content] of story.texts) if (!path.startsWith('@')) put(join(folder, path), content)
    const place = { story, folder, isBuilt: needsOneBuild(text) && story.steps.some(isNew) }
    for (const step of story.steps) verify(step, await runStep(step, place), folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function verify(step: Step, outcome: Outcome, folder: string): void {
  const isSilentGit = isGit(step) && step.out.length === 0 && step.err.length === 0
  const plain = (text: string): string => text.replaceAll(folder, '[folder]')
  const same = matchesLines(step.out, plain(outcome.out)) && matchesLines(step.err, plain(outcome.err)) // both sides, whole
  if (outcome.code === step.code && (isSilentGit || same)) return
  throw new Error(
    [
      `line ${step.line}: $ ${step.command}`,
      `exit code ${outcome.code}, expected ${step.code}`,
      ...marked('>', plain(outcome.out)),
      ...marked('!', plain(outcome.err)),
    ].join('\n'),
  )
}

function marked(mark: string, text: string): string[] {
  return text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `${mark} ${line}`.trimEnd())
}

function isGit({ command }: Step): boolean {
  return words(command).find((word) => !word.includes('=')) === 'git'
}

async function runStep({ command }: Step, place: Place): Promise<Outcome> {
  const { folder } = place
  const all = words(command)
  const first = all.findIndex((word) => !/^[A-Z_]+=/.test(word))
  const [name = '', ...args] = all.slice(first)
  const env = {
    // Whether npm has put the project's own command into node_modules/.bin must not matter.
    ...(args[0] === 'init' && { MEMKEEP_BIN: FOUND }),
    ...Object.fromEntries(all.slice(0, first).map((word) => word.split(/=(.*)/s).slice(0, 2))),
  }
  if (name === 'memkeep') {
    const [subcommand = ''] = args
    if (!LONG && built.has(subcommand) && !place.isBuilt) return runHere(args, folder, env)
    built.add(subcommand)
    return run([process.execPath, MEMKEEP, ...args], folder, env)
  }
  if (name === 'git') return run(['git', ...args], folder, env)
  return { code: 0, out: builtIn(name, args, place), err: '' }
}

type Place = {
  readonly story: Story
  readonly folder: string
  /** Whether the built command runs all steps. */
  readonly isBuilt: boolean
}

/** Facts that are kept, and shards, are for the build that made them. */
function needsOneBuild(text: string): boolean {
  return /from cache| --shard /.test(text)
}

/** Whether the built command has not run this subcommand so far. */
function isNew({ command }: Step): boolean {
  const [name, subcommand = ''] = words(command).filter((word) => !/^[A-Z_]+=/.test(word))
  return name === 'memkeep' && !built.has(subcommand)
}

function builtIn(name: string, [path = '', from = '']: readonly string[], { story, folder }: Place): string {
  const full = join(folder, path)
  if (name === 'cat') return readFileSync(full, 'utf8')
  if (name === 'ls')
    return readdirSync(full)
      .sort()
      .map((entry) => `${entry}\n`)
      .join('')
  const text = story.texts.get(from)
  if (name === 'rm') rmSync(full, { recursive: true })
  else if (text === undefined) throw new Error(`no command ${name}, or no text ${from}`)
  else if (name === 'write') put(full, text)
  else if (name === 'append') appendFileSync(full, text)
  else throw new Error(`no command ${name}`)
  return ''
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function run(argv: readonly string[], folder: string, env: Record<string, string>): Outcome {
  const [file = '', ...args] = argv
  const options = { cwd: folder, env: { ...cleanEnvironment(folder), ...env }, encoding: 'utf8' as const }
  const { status, stdout, stderr, error } = spawnSync(file, args, options)
  if (error) throw error
  return { code: status ?? -1, out: stdout, err: stderr }
}

/** Of this process: of two runs that overlap, neither may leave the environment of the other behind. */
const OWN = process.env

/** Runs the command in this process, which has the environment of a story meanwhile. */
async function runHere(
  args: readonly string[],
  folder: string,
  more: Record<string, string>,
): Promise<Outcome> {
  const said = { out: '', err: '' }
  process.env = { ...cleanEnvironment(folder), ...more }
  try {
    const code = await main(args, {
      stdout: { write: (text) => (said.out += text) },
      stderr: { write: (text) => (said.err += text) },
      stdin: async () => '',
      env: process.env,
      cwd: folder,
      now: () => new Date(),
    })
    return { code, ...said }
  } finally {
    process.env = OWN
  }
}

/** Nothing of the developer's own git or of a hook that runs these tests reaches a story. */
function cleanEnvironment(folder: string): NodeJS.ProcessEnv {
  const who = { NAME: 'Story', EMAIL: 'story@example.invalid', DATE: '2026-01-01T00:00:00Z' }
  const people = ['AUTHOR', 'COMMITTER'].flatMap((role) =>
    Object.entries(who).map(([key, value]) => [`GIT_${role}_${key}`, value]),
  )
  return {
    PATH: process.env.PATH,
    ...(process.env.SystemRoot && { SystemRoot: process.env.SystemRoot }),
    HOME: folder,
    TZ: 'UTC',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'init.defaultBranch',
    GIT_CONFIG_VALUE_0: 'main',
    // Housekeeping, which no story waits for.
    GIT_CONFIG_KEY_1: 'maintenance.auto',
    GIT_CONFIG_VALUE_1: 'false',
    ...Object.fromEntries(people),
  }
}
