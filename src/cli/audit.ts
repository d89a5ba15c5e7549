import type { Colors } from 'picocolors/types'
import { safeLine, safeText } from '../core/messages.ts'
import { CONFIRMED_FILE } from '../formats/citations/confirmed.ts'
import { auditNotes, runAudit, statementLines } from '../operations/audit/audit.ts'
import type { Audit } from '../operations/audit/audit-schemas.ts'
import { type Confirmed, runConfirm } from '../operations/audit/confirm.ts'
import { safeJson } from '../reporters/json.ts'
import { wrapBehind } from '../reporters/terminal-text.ts'
import { colorsFor, columnsOf, commonOptions, deliver, type FlagValues, type Io } from './command.ts'

/** `memkeep audit`: 0 also where something is to be read again. */
export async function audit(_: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { limit, tokenBudget: token_budget, diff, confirm, format } = flags
  const options = commonOptions(flags, io)
  const colors = colorsFor(flags, io)
  if (confirm) {
    const confirmed = await runConfirm(confirm, options)
    await deliver(
      format === 'json' ? safeJson({ version: 1, confirmed }) : confirmedText(confirmed),
      flags,
      io,
    )
    return 0
  }
  const data = await runAudit({ limit, token_budget, diff }, options)
  await deliver(format === 'json' ? safeJson(data) : auditText(data, colors, columnsOf(flags, io)), flags, io)
  return 0
}

function auditText(data: Audit, colors: Colors, columns: number): string {
  const parts = data.statements.map((one) => {
    const [head = '', words = '', ...files] = statementLines(one).map(safeLine)
    const below = files.map((line) => colors.yellow(wrapBehind('  ', 2, line, columns)))
    return [colors.bold(head), wrapBehind('  ', 2, words, columns), ...below].join('\n')
  })
  const notes = auditNotes(data, { limit: '--limit', budget: '--token-budget' }).map((note) =>
    colors.dim(wrapBehind('', 0, safeLine(note), columns)),
  )
  return `${[...parts, notes.join('\n')].join('\n\n')}\n`
}

function confirmedText(confirmed: readonly Confirmed[]): string {
  const lines = confirmed.map(({ path, line, text }) => `${safeText(path)}:${line} ${safeText(text)}`)
  return `${lines.map(safeLine).join('\n')}\n\nConfirmed in ${CONFIRMED_FILE}: commit it.\n`
}
