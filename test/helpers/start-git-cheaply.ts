import childProcess from 'node:child_process'
import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { constants } from 'node:os'
import { resolve } from 'node:path'
import { Readable, Writable } from 'node:stream'
import husky from 'husky'
import { type End, isStartable, runMeanwhile, runToEnd, type Start, whereIs } from './git-starter.ts'
import { LONG } from './runs.ts'

/** The git of the machine, and what tests put in its place; any other one is started by Node itself. */
const GITS = new Set([whereIs('git', process.env.PATH)])

/** Lets a shell start this git, too. It must not be ended by a signal, for a shell reports a signal as an exit code. */
export function startCheaply(git: string): void {
  GITS.add(git)
}

/** What else a shell starts for a caller that waits: it costs a worker as much as git. */
const WAITED_FOR = new Set([process.execPath, 'cp'])

/** Options under which a shell starts git as Node would. */
const KNOWN = new Set(['cwd', 'env', 'encoding', 'input', 'stdio', 'maxBuffer', 'windowsHide'])

type Options = {
  readonly cwd?: string | URL
  readonly env?: NodeJS.ProcessEnv
  readonly encoding?: BufferEncoding | 'buffer' | null
  readonly input?: string | Uint8Array
  readonly stdio?: unknown
}

/** What a shell is to start for a caller that goes on; null when Node has to. */
function gitStartOf(file: string, args: readonly string[], options: Options): Start | null {
  const isGit = file === 'git' && GITS.has(whereIs('git', (options.env ?? process.env).PATH))
  return isGit ? startOf(file, args, options) : null
}

/** The same for a caller that waits. */
function waitedStartOf(file: string, args: readonly string[], options: Options): Start | null {
  return WAITED_FOR.has(file) ? startOf(file, args, options) : gitStartOf(file, args, options)
}

function startOf(file: string, args: readonly string[], options: Options): Start | null {
  const { cwd = process.cwd(), env = process.env, input } = options
  if (typeof cwd !== 'string' || !Array.isArray(args)) return null
  if (!Object.entries(options).every(([name, value]) => value === undefined || KNOWN.has(name))) return null
  const start = { cwd, file, args, env, input }
  return isPiped(options.stdio) && isStartable(start) ? start : null
}

/** Whether all that git prints comes here. */
function isPiped(stdio: unknown): boolean {
  if (stdio === undefined || stdio === 'pipe') return true
  if (!Array.isArray(stdio) || stdio.length !== 3) return false
  const [stdin, ...others] = stdio
  return (stdin === 'ignore' || stdin === 'pipe') && others.every((one) => one === 'pipe')
}

const HUSKY = resolve('node_modules/husky/bin.js')

/**
 * What husky prints, run in this process: it does a few calls of the file system, and a Node of its own for them costs more
 * than all else that `memkeep init` does. Null for any other program, and in the long run.
 */
function saidByHusky(file: string, args: readonly string[], { cwd, env }: Options): string | null {
  if (LONG || file !== process.execPath || args[0] !== HUSKY || args.length > 2) return null
  const [outerEnv, outerCwd] = [process.env, process.cwd()]
  try {
    process.env = { ...(env ?? outerEnv) }
    process.chdir(String(cwd ?? outerCwd))
    return husky(args[1])
  } finally {
    process.chdir(outerCwd)
    process.env = outerEnv
  }
}

/** As much as comes out of a pipe at a time. */
const CHUNK = 64 * 1024

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK)
}

/** A process that a shell runs, with what a caller that waits for its end asks of it. */
class Started extends EventEmitter {
  readonly stdin: Writable | null
  readonly stdout = new Readable({ read: () => undefined })
  readonly stderr = new Readable({ read: () => undefined })
  exitCode: number | null = null
  readonly signalCode = null

  constructor(start: (input?: Buffer) => Promise<End>, hasInput: boolean) {
    super()
    const written: Buffer[] = []
    const run = (input?: Buffer): void => {
      start(input).then(
        (end) => this.#end(end),
        (error) => this.emit('error', error),
      )
    }
    this.stdin = hasInput
      ? new Writable({
          write: (chunk: Buffer, _encoding, done) => {
            written.push(chunk)
            done()
          },
          final: (done) => {
            run(Buffer.concat(written))
            done()
          },
        })
      : null
    if (!hasInput) run()
  }

  kill(): never {
    throw new Error('this git cannot be killed: start it with an option that no shell takes')
  }

  #end({ code, stdout, stderr }: End): void {
    this.exitCode = code
    this.emit('exit', code, null)
    let open = 2
    const close = (): void => {
      open--
      if (open === 0) this.emit('close', code, null)
    }
    for (const [stream, bytes] of [
      [this.stdout, stdout],
      [this.stderr, stderr],
    ] as const) {
      stream.on('close', close)
      for (const chunk of chunksOf(bytes)) stream.push(chunk)
      stream.push(null)
      // Of a stream that is not read nothing is waited for.
      if (stream.readableFlowing === null) stream.resume()
    }
  }
}

function endOfHusky(said: string): End {
  return { pid: process.pid, code: 0, stdout: Buffer.from(said), stderr: Buffer.alloc(0) }
}

const { spawn, spawnSync, execFileSync } = childProcess

function cheapSpawn(file: string, args: string[] = [], options: Options = {}): unknown {
  const { stdio } = options
  const byHusky = saidByHusky(file, args, options)
  if (byHusky !== null) return new Started(async () => endOfHusky(byHusky), false)
  // A caller that asks for pipes by name goes on talking to what it has started.
  const start = stdio === 'pipe' ? null : gitStartOf(file, args, options)
  if (start === null) return spawn(file, args, options as childProcess.SpawnOptions)
  // What nothing is said of is not written to: `stdin` is null then, so that a write would fail.
  const run = (input?: Buffer): Promise<End> => runMeanwhile({ ...start, input })
  return new Started(run, Array.isArray(stdio) && stdio[0] === 'pipe')
}

function encoded(bytes: Buffer, encoding: Options['encoding']): Buffer | string {
  return encoding && encoding !== 'buffer' ? bytes.toString(encoding) : bytes
}

/** How a program ended: a shell reports a signal as an exit code above 128. Git has such codes of its own. */
function endOf(
  file: string,
  code: number,
): { readonly status: number | null; readonly signal: string | null } {
  const entries = file === 'git' ? [] : Object.entries(constants.signals)
  const signal = entries.find(([, number]) => number === code - 128)?.[0] ?? null
  return { status: signal === null ? code : null, signal }
}

function cheapSpawnSync(file: string, args: string[] = [], options: Options = {}): unknown {
  const start = waitedStartOf(file, args, options)
  if (start === null) return spawnSync(file, args, options as childProcess.SpawnSyncOptions)
  const { pid, code, ...printed } = runToEnd(start)
  const [stdout, stderr] = [printed.stdout, printed.stderr].map((one) => encoded(one, options.encoding))
  return { pid, output: [null, stdout, stderr], stdout, stderr, ...endOf(file, code) }
}

function cheapExecFileSync(file: string, args: string[] = [], options: Options = {}): unknown {
  const byHusky = saidByHusky(file, args, options)
  if (byHusky !== null) return encoded(Buffer.from(byHusky), options.encoding)
  const start = waitedStartOf(file, args, options)
  if (start === null) return execFileSync(file, args, options as childProcess.ExecFileSyncOptions)
  const { code, ...printed } = runToEnd(start)
  if (options.stdio === undefined) process.stderr.write(printed.stderr)
  const [stdout, stderr] = [printed.stdout, printed.stderr].map((one) => encoded(one, options.encoding))
  if (code === 0) return stdout
  const said = `Command failed: ${[file, ...args].join(' ')}\n${printed.stderr}`
  throw Object.assign(new Error(said), {
    ...endOf(file, code),
    stdout,
    stderr,
    output: [null, stdout, stderr],
  })
}
Object.assign(childProcess, { spawn: cheapSpawn, spawnSync: cheapSpawnSync, execFileSync: cheapExecFileSync })
syncBuiltinESMExports()
