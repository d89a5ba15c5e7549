import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childrenCpuMs } from './cpu-time.ts'
import { plainEnvironment } from './plain-environment.ts'

/** A program to run, where, and the variables added to its plain environment. */
export type Command = {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env?: { readonly [name: string]: string }
}

/** What one run took. */
export type Run = {
  /** Wall time in milliseconds. */
  readonly ms: number
  /** The exit code, or the signal that ended it. */
  readonly exit: string
  /** Peak resident memory of its largest process in MB; null where it was not asked for or cannot be known. */
  readonly peakMb: number | null
  /**
   * Processor time of all its processes in milliseconds, which a busy machine changes little; null where it cannot be
   * known. Counted in hundredths of a second: the mean of several runs says more.
   */
  readonly cpuMs: number | null
  readonly isTimedOut: boolean
}

const TIME = '/usr/bin/time'

/**
 * Runs a program to its end, or for `limitMs` milliseconds, and throws its output away. Any exit code is a
 * result; only a program that cannot be started throws. No other child may end meanwhile, for its processor
 * time would count. Asking for memory costs about a millisecond.
 */
export async function measure(command: Command, limitMs: number, withPeak = false): Promise<Run> {
  if (!withPeak) return timed(command, limitMs)
  return existsSync(TIME) && process.platform === 'linux'
    ? underTime(command, limitMs)
    : withPolling(command, limitMs)
}

async function timed(command: Command, limitMs: number, onStart?: (pid: number) => void): Promise<Run> {
  const cpuBefore = childrenCpuMs()
  const started = process.hrtime.bigint()
  const child = spawn(command.file, command.args, {
    cwd: command.cwd,
    env: plainEnvironment(command.env),
    stdio: 'ignore',
    detached: true,
  })
  let isTimedOut = false
  const timer = setTimeout(() => {
    isTimedOut = true
    if (child.pid !== undefined) endGroup(child.pid)
  }, limitMs)
  if (child.pid !== undefined) onStart?.(child.pid)
  const [code, signal] = await once(child, 'exit')
  const ms = Number(process.hrtime.bigint() - started) / 1e6
  clearTimeout(timer)
  const cpuAfter = childrenCpuMs()
  const cpuMs = cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore
  return { ms, exit: String(code ?? signal), peakMb: null, cpuMs, isTimedOut }
}

async function underTime(command: Command, limitMs: number): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'memkeep-time-'))
  const file = join(folder, 'peak')
  const args = ['-q', '-f', '%M', '-o', file, command.file, ...command.args]
  try {
    const run = await timed({ ...command, file: TIME, args }, limitMs)
    return run.isTimedOut || !existsSync(file)
      ? run
      : { ...run, peakMb: kilobytes(readFileSync(file, 'utf8').trim()) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Without GNU time: looks at the high-water mark every few milliseconds, where there is a /proc. */
async function withPolling(command: Command, limitMs: number): Promise<Run> {
  let peakMb: number | null = null
  let timer: NodeJS.Timeout | undefined
  const run = await timed(command, limitMs, (pid) => {
    timer = setInterval(() => {
      peakMb = highWaterMb(pid) ?? peakMb
    }, 5)
  })
  clearInterval(timer)
  return { ...run, peakMb }
}

/** Peak resident memory of a running process in MB so far; null where it is unknown. */
export function highWaterMb(pid: number): number | null {
  try {
    return kilobytes(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '')
  } catch {
    return null
  }
}

function kilobytes(text: string): number | null {
  const number = Number.parseInt(text, 10)
  return Number.isNaN(number) ? null : number / 1024
}

/** The child leads a new process group, so that all its processes end with it. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It ended by itself meanwhile.
  }
}
