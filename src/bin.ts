#!/usr/bin/env node
import process from 'node:process'
import { main } from './cli/main.ts'

/** A reader that went away, as in `memkeep check | head`, is no failure. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

process.stdout.on('error', ignoreClosedPipe)
process.stderr.on('error', ignoreClosedPipe)

main(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  now: () => new Date(),
}).then((code) => {
  process.exitCode = code
})
