import type { Colors } from 'picocolors/types'
import { safeLine } from '../core/messages.ts'
import { auditNotes, runAudit, statementLines } from '../operations/audit/audit.ts'
import type { Audit } from '../operations/audit/audit-schemas.ts'
import { safeJson } from '../reporters/json.ts'
import { colorsFor, commonOptions, deliver, type FlagValues, type Io } from './command.ts'

/** `memkeep audit`: 0 also where something is to be read again. */
export async function audit(_: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { limit, tokenBudget: token_budget } = flags
  const data = await runAudit({ limit, token_budget }, commonOptions(flags, io))
  const text = flags.format === 'json' ? safeJson(data) : auditText(data, colorsFor(flags, io))
  await deliver(text, flags, io)
  return 0
}

function auditText(data: Audit, colors: Colors): string {
  const parts = data.statements.map((one) => {
    const [head = '', words = '', ...files] = statementLines(one).map(safeLine)
    return [colors.bold(head), `  ${words}`, ...files.map((line) => `  ${colors.yellow(line)}`)].join('\n')
  })
  const notes = auditNotes(data, '--limit and --token-budget').map((note) => colors.dim(safeLine(note)))
  return `${[...parts, notes.join('\n')].join('\n\n')}\n`
}
