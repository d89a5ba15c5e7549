import { resolve } from 'node:path'
import { writeOutput } from '../engine/write-output.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'

/** Hands over what a command has to say: to the file of `--output`, else to standard output. */
export async function deliver(text: string, { output, cwd = '' }: FlagValues, io: Io): Promise<void> {
  if (output === undefined) io.stdout.write(text)
  else await writeOutput(resolve(io.cwd, cwd, output), text, output)
}
