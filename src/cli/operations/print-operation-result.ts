import { asCalled } from '../../core/command-name.ts'
import { safeLine, safeText } from '../../core/safe-text.ts'
import type { OperationResult } from '../../operations/operation-call.ts'
import type { OperationFlag } from '../../operations/operation-flags.ts'
import { writtenData } from '../../operations/shown-schemas.ts'
import { safeJson } from '../../reporters/json.ts'
import { unifiedDiff } from '../../reporters/unified-diff.ts'
import type { FlagValues } from '../flags.ts'
import { colorsFor, deliver, type Io, printNotes } from '../io.ts'
import { shellWords } from './shell-words.ts'

/**
 * Prints the result of an operation; gives the exit code: 1 for what was refused or done in part, 2 for wrong use and for a
 * memory that cannot be written. The help of a refusal names flags for arguments.
 */
export async function printOperationResult(
  result: OperationResult,
  words: readonly OperationFlag[],
  flags: FlagValues,
  io: Io,
): Promise<number> {
  const isJson = flags.format === 'json'
  if ('refusal' in result) {
    const { refusal, failure } = result
    const status = failure === 'degraded' ? { status: failure } : {}
    const help = shellWords(result.help, words)
    if (isJson) await deliver(safeJson({ refusal, help, ...status }), flags, io)
    else
      io.stderr.write(
        `memkeep: ${safeText(refusal)}\n${help === '' ? '' : `  → ${safeText(asCalled(help, io.command))}\n`}`,
      )
    return failure ? 2 : 1
  }
  const { text, data, plan, notes } = result
  const colors = colorsFor(isJson ? { ...flags, color: false } : flags, io)
  const changes = [...plan].map(([path, texts]) => unifiedDiff({ path, ...texts }, colors))
  await deliver(
    isJson ? safeJson(writtenData(data, { changes, notes })) : [shown(text), ...changes].join('\n'),
    flags,
    io,
  )
  printNotes(notes, io)
  return result.partly ? 1 : 0
}

/** Escapes each line and keeps its tabs, which are part of the text and harm no terminal. */
function shown(text: string): string {
  return text
    .split('\n')
    .map((line) => line.split('\t').map(safeLine).join('\t'))
    .join('\n')
}
