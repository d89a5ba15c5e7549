import { CommanderError } from 'commander'
import type { Io } from './io.ts'
import { isAnswer, program } from './program.ts'
import { redactingIo } from './redacting-io.ts'
import { tellFailure } from './tell-failure.ts'

/** The command line: arguments in, exit code out. Prints to `io` only, and never throws. */
export function main(argv: readonly string[], outer: Io): Promise<number> {
  return redactingIo(outer, async (io) => {
    let code = 0
    try {
      const root = program(io, (exit) => {
        code = exit
      })
      if (argv.length === 0) {
        root.outputHelp({ error: true })
        return 2
      }
      await root.parseAsync([...argv], { from: 'user' })
      return code
    } catch (error) {
      if (error instanceof CommanderError && isAnswer(error)) return 0
      tellFailure(error, { debug: argv.includes('--debug'), stderr: io.stderr })
      return 2
    }
  })
}
