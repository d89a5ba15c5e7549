import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import { makePipe } from './make-pipe.ts'

/** What a program is started with; `input` is all that it reads. */
export type Start = {
  readonly cwd: string
  readonly file: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly input?: string | Uint8Array | undefined
}

/** How it ended. */
export type End = {
  readonly pid: number
  readonly code: number
  readonly stdout: Buffer
  readonly stderr: Buffer
}

/** A shell that waits for lines, and runs the file `start` for each. */
const SERVE = 'while read -r _; do (. ./start); echo $?; done'

/** So long a line of arguments may be that a shell passes it on as Node does. */
const MOST = 64 * 1024

/** A worker of several hundred megabytes takes 10 to 20 ms to start a process; a shell takes less than one. */
const HAS_SHELL = process.platform === 'linux'

/** Whether a shell starts it as Node would: the folder is there, and so is the program. */
export function isStartable({ cwd, file, args, env }: Start): boolean {
  if (!HAS_SHELL || process.geteuid?.() !== process.getuid?.()) return false
  if (args.some((arg) => arg.includes('\0')) || args.join(' ').length > MOST) return false
  return isFolder(cwd) && whereIs(file, env.PATH) !== null
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** For a file that is not there `accessSync` makes an error, which costs more than the question. */
function isProgram(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Where a program is found, null where there is none. */
export function whereIs(file: string, path = ''): string | null {
  if (isAbsolute(file)) return isProgram(file) ? file : null
  return (
    path
      .split(delimiter)
      .map((folder) => `${folder}/${file}`)
      .find(isProgram) ?? null
  )
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** What the shell runs. Names that no shell takes are left out. */
function script({ cwd, file, args, env, input }: Start): string {
  const variables = Object.entries(env)
    .filter(([name, value]) => value !== undefined && /^[A-Za-z_]\w*$/.test(name))
    .map(([name, value]) => `${name}=${quoted(String(value))}`)
  // Of this shell, and so of the program, which takes its place.
  return `read -r pid _ </proc/self/stat
echo "$pid" >pid
unset pid
exec <${input === undefined ? '/dev/null' : 'in'} >out 2>err 3<&- 4>&-
cd -P -- ${quoted(cwd)} || exit
unset OLDPWD PWD
export ${variables.join(' ')}
exec ${[file, ...args].map(quoted).join(' ')}
`
}

function prepare(folder: string, start: Start): void {
  if (start.input !== undefined) writeFileSync(join(folder, 'in'), start.input)
  writeFileSync(join(folder, 'start'), script(start))
}

function endIn(folder: string, code: string): End {
  const read = (name: string): Buffer => readFileSync(join(folder, name))
  const pid = Number(read('pid').toString('latin1'))
  return { pid, code: Number(code), stdout: read('out'), stderr: read('err') }
}

function startShell(commands: string, options: SpawnOptions): ChildProcess {
  const child = spawn('/bin/sh', ['-c', commands], { env: {}, ...options })
  child.unref()
  return child
}

let shell: { readonly folder: string; readonly ask: number; readonly answer: number } | null = null

/** Runs a program to its end while this process waits. */
export function runToEnd(start: Start): End {
  shell ??= waitingShell()
  prepare(shell.folder, start)
  writeSync(shell.ask, '\n')
  const bytes = Buffer.alloc(8)
  const length = readSync(shell.answer, bytes)
  if (length === 0) throw new Error('the shell that starts programs ended')
  return endIn(shell.folder, bytes.toString('latin1', 0, length))
}

function waitingShell(): { readonly folder: string; readonly ask: number; readonly answer: number } {
  const folder = mkdtempSync(join(tmpdir(), 'memkeep-starter-'))
  const [ask, answer] = [join(folder, 'ask'), join(folder, 'answer')]
  makePipe(ask)
  makePipe(answer)
  startShell(
    `exec 3<ask 4>answer; ${SERVE.replace('read -r _', 'read -r _ <&3').replace('echo $?', 'echo $? >&4')}`,
    {
      cwd: folder,
      stdio: 'ignore',
    },
  )
  return { folder, ask: openSync(ask, 'w'), answer: openSync(answer, 'r') }
}

/** A shell that runs one program after the other while this process goes on. */
type Shell = { readonly folder: string; readonly go: () => void; done: (code: string) => void }

const idle: Shell[] = []

/** Runs a program while this process goes on. */
export function runMeanwhile(start: Start): Promise<End> {
  return new Promise((resolve, reject) => {
    const taken = idle.pop() ?? openShell()
    prepare(taken.folder, start)
    taken.done = (code) => {
      if (code === '') return reject(new Error('the shell that starts programs ended'))
      const end = endIn(taken.folder, code)
      idle.push(taken)
      resolve(end)
    }
    taken.go()
  })
}

function openShell(): Shell {
  const folder = mkdtempSync(join(tmpdir(), 'memkeep-starter-'))
  const child = startShell(SERVE, { cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] })
  const made: Shell = { folder, go: () => child.stdin?.write('\n'), done: () => undefined }
  child.stdout?.on('data', (code: Buffer) => made.done(code.toString('latin1')))
  child.on('close', () => made.done(''))
  return made
}
