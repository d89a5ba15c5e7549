import { spawn } from 'node:child_process'

/** How a git process ended, and what it printed. */
export type Ended = { readonly code: number | null; readonly stdout: Buffer; readonly said: string }

/** What a git process is given. */
export type GitInput = {
  readonly input?: string | Uint8Array | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
}

/** Node's own variables would slow down every hook, or make it load something else. */
const FOREIGN = /^(?:GIT_|NODE_)/

const SCRUBBED = Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name)))

/** Surroundings in which git sees neither this machine's settings nor a repository that runs this process. */
export const GIT_SURROUNDINGS: NodeJS.ProcessEnv = {
  ...SCRUBBED,
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
}

/** Runs git to its end, whatever that is. */
export function tryGit(cwd: string, args: readonly string[], { input, env }: GitInput = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', args, {
      cwd,
      env: { ...GIT_SURROUNDINGS, ...env },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    })
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk))
    child.on('error', reject)
    child.on('close', (code) =>
      resolve({
        code,
        stdout: Buffer.concat(stdout),
        said: Buffer.concat([...stderr, ...stdout]).toString(),
      }),
    )
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}

/** Runs git and gives what it printed; throws when it fails. */
export async function mustGit(cwd: string, args: readonly string[], given: GitInput = {}): Promise<Buffer> {
  const { code, stdout, said } = await tryGit(cwd, args, given)
  if (code !== 0) throw new Error(`git ${args.join(' ')} ended with ${code}: ${said}`)
  return stdout
}
