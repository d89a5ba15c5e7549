import { mayLeaveAsIs, redacted } from '../engine/redacted.ts'
import type { Io, Stream } from './io.ts'

/**
 * Runs a command with streams that print no secret. What looks like one waits until the detectors are loaded, and so does
 * everything behind it: the order stays. Ends when all is printed.
 */
export async function redactingIo<T>(io: Io, run: (io: Io) => Promise<T>): Promise<T> {
  let printing: Promise<void> | null = null
  const through = (stream: () => Stream): Stream => ({
    write: (text) => {
      if (printing === null && mayLeaveAsIs(text)) return stream().write(text)
      printing = (printing ?? Promise.resolve()).then(async () => {
        stream().write(await redacted(text))
      })
      return true
    },
    get isTTY() {
      return stream().isTTY ?? false
    },
    get columns() {
      return stream().columns ?? 0
    },
  })
  const stdout = through(() => io.stdout)
  const stderr = through(() => io.stderr)
  const { stdin, env, cwd, now } = io
  const gated: Io = {
    // To ask for a stream opens it, as without the gate.
    get stdout() {
      void io.stdout
      return stdout
    },
    get stderr() {
      void io.stderr
      return stderr
    },
    stdin,
    env,
    cwd,
    now,
  }
  const outcome = await run(gated)
  await printing
  return outcome
}
