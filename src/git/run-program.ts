import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { gitEnvironment } from './run-git.ts'

/** One run of a program other than git. */
export type ProgramRun = {
  readonly cwd: string
  /** More variables; undefined removes one. Those by which git names a repository are not passed on. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly milliseconds: number
}

/** How it ended: `code` is null when it could not be started, was stopped by a signal, or by its time limit. */
export type ProgramEnd = { readonly code: number | null; readonly output: string; readonly timedOut: boolean }

/** At most so many characters of a program's output are kept. */
const MOST = 1024 * 1024

/** Milliseconds that a program has to clean up after it was asked to stop. */
const GRACE = 2000

/**
 * Runs a program without a shell and returns all that it printed. At its time limit it and the processes that it
 * started are asked to stop, and killed a little later.
 */
export function runProgram(file: string, args: readonly string[], run: ProgramRun): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    const isGroup = process.platform !== 'win32'
    const env = { ...gitEnvironment(), ...run.env }
    const child = started(file, args, { cwd: run.cwd, env, detached: isGroup })
    if (child === null) {
      resolve({ code: null, output: '', timedOut: false })
      return
    }
    let output = ''
    let timedOut = false
    const take = (chunk: Buffer): void => {
      if (output.length < MOST) output += chunk.toString('utf8')
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    let timer = setTimeout(() => {
      timedOut = true
      signal(child.pid, 'SIGTERM', isGroup)
      timer = setTimeout(() => {
        signal(child.pid, 'SIGKILL', isGroup)
        // A process that left the group may hold them open without end.
        child.stdout.destroy()
        child.stderr.destroy()
      }, GRACE)
    }, run.milliseconds)
    const end = (code: number | null): void => {
      clearTimeout(timer)
      resolve({ code, output, timedOut })
    }
    child.on('error', () => end(null))
    child.on('close', end)
  })
}

type Starting = {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly detached: boolean
}

/** Null for what cannot be started. Windows throws for a script of sh or cmd, which is no program there. */
function started(
  file: string,
  args: readonly string[],
  options: Starting,
): ChildProcessByStdio<null, Readable, Readable> | null {
  try {
    return spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
  } catch {
    return null
  }
}

function signal(pid: number | undefined, name: 'SIGTERM' | 'SIGKILL', isGroup: boolean): void {
  if (pid === undefined) return
  try {
    process.kill(isGroup ? -pid : pid, name)
  } catch {
    // It has ended meanwhile.
  }
}

type DetachedRun = {
  readonly cwd: string
  /** More variables. */
  readonly env: Readonly<Record<string, string>>
  /** What it reads on standard input. */
  readonly input: string
}

/**
 * Starts a program that goes on after this process, without a terminal and without output. Ends when it was given its input, or
 * could not be started.
 */
export function startDetached(file: string, args: readonly string[], run: DetachedRun): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: run.cwd,
      env: { ...process.env, ...run.env },
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      windowsHide: true,
    })
    const end = (): void => {
      child.unref()
      resolve()
    }
    child.on('error', end)
    child.stdin.on('error', end)
    child.stdin.end(run.input, end)
  })
}
