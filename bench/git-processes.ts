import { existsSync, readFileSync, rmSync } from 'node:fs'

/** The variable with the file into which git traces its processes. */
export const GIT_TRACE = 'GIT_TRACE2_EVENT'

/**
 * The commands of the git processes that were traced into a file while `act` ran, in the order of their start.
 */
export async function gitProcesses(file: string, act: () => Promise<unknown>): Promise<string[]> {
  rmSync(file, { force: true })
  await act()
  return processesIn(file)
}

/** The same of a file that may have been traced into, which is gone afterwards. */
export function processesIn(file: string): string[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  rmSync(file, { force: true })
  return commandsIn(text)
}

/** The commands of the processes in a trace of git. */
export function commandsIn(trace: string): string[] {
  return trace
    .split('\n')
    .filter((line) => line.includes('"event":"start"'))
    .map((line) => commandOf((JSON.parse(line) as { argv: string[] }).argv))
}

/** The first argument that is neither an option of git itself nor the value of one. */
function commandOf(argv: readonly string[]): string {
  const at = argv.findIndex(
    (argument, i) => i > 0 && !argument.startsWith('-') && argv[i - 1] !== '-c' && argv[i - 1] !== '-C',
  )
  return argv[at] ?? 'git'
}
