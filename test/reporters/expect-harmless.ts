import { obeyedCommands, runnerLines } from '../helpers/runner-commands.ts'
import { FORBIDDEN } from './hostile-text.ts'

/** Stricter than the runner: invisible characters do not count at the start of a line either. */
const AT_START = /^[\p{Z}\p{Cf}\s]*::/u

/** What must hold of all output: nothing raw, and nothing that a log reader obeys. Throws with the line. */
export function expectHarmless(output: string): void {
  expectNothingRaw(output)
  const obeyed = obeyedCommands(output)
  if (obeyed.length > 0) throw new Error(`obeyed: ${obeyed.join(' ')} in ${JSON.stringify(output)}`)
  const line = runnerLines(output).find((one) => AT_START.test(one))
  if (line !== undefined) throw new Error(`a line begins like a command: ${JSON.stringify(line)}`)
}

/** What must hold of output that holds commands, too. */
export function expectNothingRaw(output: string): void {
  const raw = FORBIDDEN.exec(output)
  if (raw) throw new Error(`raw ${JSON.stringify(raw[0])} at ${raw.index} of ${JSON.stringify(output)}`)
  if (output.includes('##[')) throw new Error(`##[ in ${JSON.stringify(output)}`)
}

/** As `expectHarmless`, of output whose colours memkeep put there. */
export function expectHarmlessPainted(output: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape that colours begin with
  expectHarmless(output.replace(/\u001b\[\d+m/g, ''))
}
