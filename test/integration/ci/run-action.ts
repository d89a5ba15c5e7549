import { spawn } from 'node:child_process'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { action } from '../../../src/cli/action.ts'
import type { FakeGithub } from '../../helpers/fake-github.ts'
import { LONG } from '../../helpers/runs.ts'
import { tempFolder } from '../../helpers/temp-repo.ts'
import { outputsIn, type Trigger } from './ci-repo.ts'

/** The result of a step of the action. */
export type ActionRan = {
  readonly code: number
  readonly out: string
  readonly err: string
  readonly outputs: { readonly [name: string]: string }
  readonly summary: string
}

/** A step of a workflow: its inputs, and who answers for GitHub. */
export type Step = {
  readonly inputs?: { readonly [name: string]: string }
  readonly github?: FakeGithub
  readonly repository?: string
  /** As GitHub's runner starts it: the built action, its files alone, far from any package. */
  readonly built?: boolean
}

export const TOKEN = 'a-token-to-keep-secret'

/**
 * Runs the action with inputs and files by environment, and nothing of this process's own environment: the sources in this
 * process, in the long run and where it is asked for the built one.
 */
export async function runAction(
  dir: string,
  trigger: Trigger,
  { inputs = {}, github, repository = 'octo/memory', built = LONG }: Step = {},
): Promise<ActionRan> {
  const folder = tempFolder()
  const at = (name: string): string => join(folder, name)
  writeFileSync(at('event.json'), JSON.stringify(trigger.payload ?? {}))
  for (const name of ['output', 'summary']) writeFileSync(at(name), '')
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: dir,
    GITHUB_EVENT_NAME: trigger.name,
    GITHUB_EVENT_PATH: at('event.json'),
    GITHUB_OUTPUT: at('output'),
    GITHUB_STEP_SUMMARY: at('summary'),
    GITHUB_REPOSITORY: repository,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_RUN_ID: '17',
    // Without a server no request may be sent: no process listens there.
    GITHUB_API_URL: github?.url ?? 'http://127.0.0.1:1',
    GITHUB_GRAPHQL_URL: `${github?.url ?? 'http://127.0.0.1:1'}/graphql`,
    INPUT_TOKEN: TOKEN,
    ...Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    ),
    ...trigger.env,
  }
  const ended = await (built ? startBuilt(folder, { dir, env }) : runHere({ dir, env }))
  const text = (name: string): string => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '')
  return { ...ended, outputs: outputsIn(text('output')), summary: text('summary') }
}

type Place = { readonly dir: string; readonly env: Record<string, string | undefined> }
type Ended = Pick<ActionRan, 'code' | 'out' | 'err'>

async function startBuilt(folder: string, { dir, env }: Place): Promise<Ended> {
  cpSync('.github/actions/check', join(folder, 'action'), { recursive: true })
  const child = spawn(process.execPath, [join(folder, 'action/dist/index.cjs')], { cwd: dir, env })
  const said = { out: '', err: '' }
  child.stdout.on('data', (text) => (said.out += text))
  child.stderr.on('data', (text) => (said.err += text))
  const code = await new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? -1)))
  return { code, ...said }
}

/** Of this process: of two runs that overlap, neither may leave the environment of the other behind. */
const OWN = process.env

async function runHere({ dir, env }: Place): Promise<Ended> {
  const said = { out: '', err: '' }
  const { INPUT_TOKEN: _, ...rest } = env
  process.env = rest
  try {
    const code = await action({
      stdout: { write: (text) => (said.out += text) },
      stderr: { write: (text) => (said.err += text) },
      stdin: async () => '',
      env,
      cwd: dir,
      now: () => new Date(),
    })
    return { code, ...said }
  } finally {
    process.env = OWN
  }
}
