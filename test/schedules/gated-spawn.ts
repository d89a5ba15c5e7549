// Takes the place of node:child_process: a run of git is one step, with all that it reads and changes.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { actor } from './gate-protocol.ts'

export type ChildProcess = unknown
const CHANGES = /^(?:update-index|add|commit|config|merge|checkout|rm|reset)$/

const OF_SETTINGS = /^(?:rev-parse|check-attr|check-ignore|hash-object|var)$/

type Options = { readonly cwd: string; readonly env: NodeJS.ProcessEnv }

/** What of Node's child process memkeep uses. */
export function spawn(program: string, args: readonly string[], { cwd, env }: Options): unknown {
  const emitter = () => new EventEmitter()
  const child = Object.assign(emitter(), {
    stdout: emitter(),
    stderr: emitter(),
    stdin: Object.assign(emitter(), { end }),
    kill: () => true,
  })
  let input: string | Uint8Array | undefined
  let isGiven = false
  function end(given?: string | Uint8Array): void {
    input = given
    isGiven = true
  }
  // The caller has its listeners, and has given the input, when it is back in the event loop.
  setImmediate(() => {
    if (!isGiven) input = undefined
    const { code, stdout, stderr } = runGit([program, ...args], { cwd, env, input })
    child.stdout.emit('data', stdout)
    child.stderr.emit('data', stderr)
    child.emit('close', code, null)
  })
  return child
}

/** Runs git as one step. */
export function runGit(
  [program = 'git', ...args]: readonly string[],
  run: Options & { readonly input?: string | Uint8Array | undefined },
): { readonly code: number | null; readonly stdout: Buffer; readonly stderr: Buffer } {
  const command = args.find((arg, i) => !arg.startsWith('-') && args[i - 1] !== '-c') ?? ''
  const isChange = CHANGES.test(command) && !args.includes('--get')
  const label = `git ${command}`
  try {
    const reads = OF_SETTINGS.test(command) ? ['.git/config'] : ['*']
    actor.step(label, { reads, writes: isChange ? ['*'] : [] }, isChange)
  } catch {
    return { code: null, stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) }
  }
  const { status, stdout, stderr } = spawnSync(program, args, { ...run, maxBuffer: 1e8 })
  actor.saw(
    `${label} ${status} ${createHash('sha1')
      .update((stdout ?? Buffer.alloc(0)).toString('latin1').replaceAll(actor.root, '.'))
      .digest('hex')}`,
  )
  if (isChange || command === 'hash-object') actor.note({ git: true })
  return { code: status, stdout: stdout ?? Buffer.alloc(0), stderr: stderr ?? Buffer.alloc(0) }
}
