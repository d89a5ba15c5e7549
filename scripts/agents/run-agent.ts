import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Case, type Seen, seenIn, textsOf } from '../../test/agents/cases.ts'
import type { Agent } from './agents.ts'
import type { Installed } from './install.ts'
import type { ModelServer } from './model-server.ts'

const SECONDS = 120

/** Runs an agent once in a new repository with the files of a case, and says which of their marks it sent. */
export async function runAgent(
  agent: Agent,
  installed: Installed,
  one: Case,
  server: ModelServer,
): Promise<Seen> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'memkeep-agents-')))
  try {
    const root = join(folder, 'repository')
    const home = join(folder, 'home')
    mkdirSync(root)
    writeFiles(root, textsOf(one))
    spawnSync('git', ['init', '--quiet'], { cwd: root })
    const url = `http://127.0.0.1:${server.port}`
    writeFiles(home, { ...agent.home({ url, root: one.isUntrusted ? '' : root }), ...one.home })
    server.start(
      one.reads !== undefined && agent.read
        ? { tools: agent.read.tools, args: { [agent.read.argument]: join(root, one.reads) }, times: 1 }
        : null,
    )
    const { output, code } = await runIn(installed.command, agent.args, {
      cwd: join(root, one.folder ?? ''),
      env: { PATH: installed.path, HOME: home, TERM: 'dumb', LANG: 'C.UTF-8', ...agent.environment(url) },
    })
    if (server.sent().length === 0)
      throw new Error(`${agent.name} sent nothing (exit code ${code}):\n${output}`)
    return seenIn(
      one,
      server.sent().map(({ body }) => body),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

/** Writes files below a folder, and links. */
export function writeFiles(root: string, files: Case['files']): void {
  for (const [path, file] of Object.entries(files)) {
    const full = join(root, path)
    mkdirSync(dirname(full), { recursive: true })
    if (typeof file === 'string') writeFileSync(full, file)
    else symlinkSync(file.link, full)
  }
}

type Run = { readonly cwd: string; readonly env: { readonly [name: string]: string } }

/** Runs an agent until it ends, two minutes at most. */
export function runIn(
  command: string,
  args: readonly string[],
  { cwd, env }: Run,
): Promise<{ readonly output: string; readonly code: number | null }> {
  return new Promise((done, fail) => {
    // A group of its own, so that what it started ends with it.
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    let output = ''
    const end = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It has ended.
      }
    }
    const timer = setTimeout(end, SECONDS * 1000)
    child.stdout.on('data', (part) => {
      output += part
    })
    child.stderr.on('data', (part) => {
      output += part
    })
    child.on('error', fail)
    child.on('exit', (code) => {
      clearTimeout(timer)
      end()
      done({ output: output.slice(-2000), code })
    })
  })
}
