import process from 'node:process'

/** Milliseconds since the process started. `performance` is a module that Node loads when it is first asked. */
export function millisecondsSince(start: number): number {
  return process.uptime() * 1000 - start
}
