import { asCalled } from '../core/command-name.ts'
import { WrongUse } from '../core/messages.ts'
import { runImport } from '../migrate/import-memory.ts'
import { importText } from '../reporters/import-text.ts'
import { safeJson, stableDiagnostic } from '../reporters/json.ts'
import { colorsFor, commonOptions, deliver, type FlagValues, type Io } from './command.ts'

/** `memkeep import --from claude [FOLDER…]`: shows what it would write; writes with `--write`. Exit 2 when a file could not be written. */
export async function importMemory(folders: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { from, write = false } = flags
  if (from !== 'claude') {
    const what =
      from === undefined
        ? 'import needs --from, the agent whose memory is read'
        : `import knows no agent ${JSON.stringify(from)}`
    throw new WrongUse(what, 'Write --from claude.')
  }
  const result = await runImport({ ...commonOptions(flags, io), from: io.cwd, folders, env: io.env, write })
  const { plan, findings, ...rest } = result
  const changes = [...plan.values()]
  const text =
    flags.format === 'json'
      ? safeJson({ version: 1, ...rest, findings: findings.map(stableDiagnostic), changes })
      : asCalled(importText({ ...result, changes, write }, colorsFor(flags, io)), io.command)
  await deliver(text, flags, io)
  return result.refused.length > 0 ? 2 : 0
}
