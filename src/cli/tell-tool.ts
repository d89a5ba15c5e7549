import { safeLine, safeText } from '../core/safe-text.ts'
import { toldData } from '../core/told-answer.ts'
import { safeJson } from '../reporters/json.ts'
import { unifiedDiff } from '../reporters/unified-diff.ts'
import type { ToolResult } from '../run/tools/tool-request.ts'
import type { FlagValues } from './flags.ts'
import { colorsFor, deliver, type Io, printNotes } from './io.ts'
import { shellWords } from './shell-words.ts'

/** Prints what a tool answered: gives 1 for a refusal, which says what to do instead, else 0. */
export async function tellTool(result: ToolResult, flags: FlagValues, io: Io): Promise<number> {
  const isJson = flags.format === 'json'
  if ('refusal' in result) {
    const { refusal } = result
    const help = shellWords(result.help)
    if (isJson) await deliver(safeJson({ refusal, help }), flags, io)
    else io.stderr.write(`memkeep: ${safeText(refusal)}\n${help === '' ? '' : `  → ${safeText(help)}\n`}`)
    return 1
  }
  const { text, data, plan, notes } = result
  const colors = colorsFor(isJson ? { ...flags, color: false } : flags, io)
  const changes = [...plan].map(([path, texts]) => unifiedDiff({ path, ...texts }, colors))
  await deliver(
    isJson ? safeJson(toldData(data, { changes, notes })) : [shown(text), ...changes].join('\n'),
    flags,
    io,
  )
  printNotes(notes, io)
  return 0
}

/** Tabs are part of what was written, and harm no terminal. */
function shown(text: string): string {
  return text
    .split('\n')
    .map((line) => line.split('\t').map(safeLine).join('\t'))
    .join('\n')
}
