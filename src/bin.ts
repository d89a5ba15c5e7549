import process from 'node:process'
import { main } from './cli/main.ts'

/** A reader that went away, as in `memkeep check | head`, is no failure; a full disk is. */
function onClosed(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return
  process.stderr.write(`memkeep: the output cannot be written (${error.code})\n`)
  process.exit(2)
}

process.stdout.on('error', onClosed)
process.stderr.on('error', () => undefined)

/** Standard input, whole; empty on a terminal, where nobody would know that it is waited for. */
async function stdin(): Promise<string> {
  if (process.stdin.isTTY) return ''
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

main(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin,
  env: process.env,
  cwd: process.cwd(),
  now: () => new Date(),
}).then((code) => {
  process.exitCode = code
})
