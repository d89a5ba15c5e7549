// Runs the command again and again in one process, for clients that are shells.
// usage: node serve.cjs FOLDER; it ends with its standard input.
import { constants, openSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { hookMain } from '../../../src/cli/hook.ts'
import { main } from '../../../src/cli/main.ts'

const [, , folder = ''] = process.argv
const at = (name: string): string => join(folder, name)

/** What a client was started with. It waits meanwhile. */
function startOf(pid: string): { args: string[]; env: NodeJS.ProcessEnv; cwd: string } {
  const records = (name: string): string[] =>
    readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0').slice(0, -1)
  return {
    // Behind the shell and its script.
    args: records('cmdline').slice(2),
    env: Object.fromEntries(records('environ').map((one) => one.split(/=(.*)/s).slice(0, 2))),
    cwd: readlinkSync(`/proc/${pid}/cwd`),
  }
}

type Ran = { readonly code: number; readonly out: string; readonly err: string }

async function run(pid: string): Promise<Ran> {
  const said = { out: '', err: '' }
  try {
    const { args, env, cwd } = startOf(pid)
    process.env = env
    process.chdir(cwd)
    const io = {
      stdout: { write: (text: string) => (said.out += text) },
      stderr: { write: (text: string) => (said.err += text) },
      stdin: async () => readFileSync(at('in'), 'utf8'),
      env,
      cwd,
      now: () => new Date(),
    }
    const isPlain = args[0] === 'hook' && args[2] === '--'
    return { code: await (isPlain ? hookMain : main)(args, io), ...said }
  } catch (error) {
    return { code: 70, out: said.out, err: `${said.err}${(error as Error).stack}\n` }
  }
}

const TURNS = 8
let turn = 0

/** Whatever happens, the client is answered: else it would wait for ever. */
async function serve(pid: string): Promise<void> {
  const { code, out, err } = await run(pid)
  process.chdir(folder)
  writeFileSync(at(`out${turn}`), out)
  writeFileSync(at(`err${turn}`), err)
  writeFileSync(at(`answer${turn}`), `${code}\n`)
  turn = (turn + 1) % TURNS
  writeFileSync(at('in'), '')
  writeFileSync(at('turn'), `${turn}\n`)
  rmSync(at('busy'))
}

new Socket({ fd: openSync(at('ask'), constants.O_RDWR | constants.O_NONBLOCK), readable: true })
  .setEncoding('latin1')
  .on('data', (pid) => void serve(String(pid).trim()))
process.stdin.on('end', () => process.exit()).resume()
