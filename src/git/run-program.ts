import { spawn } from 'node:child_process'
import { gitEnvironment } from './git-environment.ts'

/** One run of a program beside git. */
export type ProgramRun = {
  readonly cwd: string
  /** More variables; undefined takes one away. Those by which git names a repository are not passed on. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly milliseconds: number
}

/** How it ended: `code` is null when it could not be started, was stopped by a signal, or by its time limit. */
export type ProgramEnd = { readonly code: number | null; readonly output: string; readonly timedOut: boolean }

/** So much of what a program says is kept. */
const MOST = 1024 * 1024

/** Runs a program without a shell and gives all that it printed. What runs too long is stopped, with all that it started. */
export function runProgram(file: string, args: readonly string[], run: ProgramRun): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    const isGroup = process.platform !== 'win32'
    const env = { ...gitEnvironment(), ...run.env }
    const child = spawn(file, args, {
      cwd: run.cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: isGroup,
      windowsHide: true,
    })
    let output = ''
    let timedOut = false
    const take = (chunk: Buffer): void => {
      if (output.length < MOST) output += chunk.toString('utf8')
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    const timer = setTimeout(() => {
      timedOut = true
      stop(child.pid, isGroup)
    }, run.milliseconds)
    const end = (code: number | null): void => {
      clearTimeout(timer)
      resolve({ code, output, timedOut })
    }
    child.on('error', () => end(null))
    child.on('close', end)
  })
}

function stop(pid: number | undefined, isGroup: boolean): void {
  if (pid === undefined) return
  try {
    process.kill(isGroup ? -pid : pid, 'SIGKILL')
  } catch {
    // It ended at this very moment.
  }
}
