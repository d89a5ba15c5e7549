import { safeText } from '../core/messages.ts'
import type { CheckResult } from '../engine/check-request.ts'
import { verifyMergeCommit } from '../merge/verify-merge.ts'
import {
  commonOptions,
  deliver,
  exitCode,
  type FlagValues,
  type Io,
  printNotes,
  skippedRules,
} from './command.ts'
import { renderReport } from './rendered.ts'

/** `memkeep verify-merge [REV]`: exit 1 when the merge did harm; a commit that is not a merge gives 0. */
export async function verifyMerge(
  [revision = 'HEAD']: readonly string[],
  flags: FlagValues,
  io: Io,
): Promise<number> {
  const { parents, check } = await verifyMergeCommit({
    ...commonOptions(flags, io),
    revision,
    skip: skippedRules(io),
  })
  if (!check) {
    const said = `${revision} has ${parents === 1 ? 'one parent' : 'no parent'}: nothing was merged`
    const { format = 'stylish' } = flags
    const isForPeople = format === 'stylish'
    await deliver(isForPeople ? `${safeText(said)}\n` : await renderReport(NOTHING, flags, io), flags, io)
    if (!isForPeople) printNotes([said], io)
    return 0
  }
  const { code, notes } = exitCode(check.report.summary, flags)
  await deliver(await renderReport(check, flags, io), flags, io)
  printNotes([...check.notes, ...notes], io)
  return code
}

const NO_COUNT = {
  documents: 0,
  items: 0,
  headings: 0,
  errors: 0,
  warnings: 0,
  infos: 0,
  fixed: 0,
  cached: 0,
  seconds: 0,
}

/** An empty check, for formats that programs read. */
const NOTHING: CheckResult = {
  report: { version: 1, diagnostics: [], summary: NO_COUNT },
  excerpts: async () => new Map(),
  fixes: async () => new Map(),
  fixable: 0,
  fixedFiles: [],
  notes: [],
}
