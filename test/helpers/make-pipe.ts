import { execFileSync } from 'node:child_process'

/** Of the system: no package has it, and Node cannot make one. */
const PROGRAM = 'mkfifo'

/** Makes a named pipe, where the system has such. */
export function makePipe(path: string): void {
  execFileSync(PROGRAM, [path])
}
