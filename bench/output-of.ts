import { execFileSync } from 'node:child_process'
import { plainEnvironment } from './plain-environment.ts'

type Where = { readonly cwd: string; readonly env?: { readonly [name: string]: string } }

/** Standard output of a program with any exit code; throws when it printed nothing and failed. */
export function outputOf(file: string, args: readonly string[], { cwd, env }: Where): string {
  try {
    return execFileSync(file, args, {
      cwd,
      env: plainEnvironment(env),
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } catch (error) {
    const { stdout } = error as { stdout?: string }
    if (stdout) return stdout
    throw error
  }
}
