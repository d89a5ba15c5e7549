import type { MemoryRule } from '../../../core/rule.ts'
import { holdsFile } from '../../../core/snapshot.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { bankOf, CORE, coreName, nameOf } from '../claim.ts'

/** With fewer of the files it may be another thing that has that name. */
const FEWEST = 3

/** Modes that keep a log of decisions write neither of these. */
const NOT_WITH_LOG: readonly string[] = ['projectbrief', 'techcontext']

const LOG = ['decisionLog.md', 'decision-log.md', 'decision_log.md']

/** The files that an agent expects are there. */
export const bankFiles: MemoryRule = {
  id: 'bank-files',
  summary: 'A memory bank has all the files that an agent expects.',
  why: 'An agent reads six files at the start of every task. It makes up what a missing one should say, or writes the file anew.',
  howToFix:
    'Write the missing file, or turn the rule off where your instructions name other files. In a bank with a `decisionLog.md`, `projectbrief.md` and `techContext.md` are not expected.',
  severity: 'info',
  fixable: false,
  example: {
    bad: 'memory-bank/projectbrief.md\nmemory-bank/activeContext.md\nmemory-bank/progress.md\n',
    good: 'memory-bank/projectbrief.md\nmemory-bank/productContext.md\nmemory-bank/activeContext.md\nmemory-bank/systemPatterns.md\nmemory-bank/techContext.md\nmemory-bank/progress.md\n',
  },
  kinds: ['bank-core'],
  subject: 'memory',
  check: ({ documents, files }, report) => {
    const banks = new Map<string, { readonly first: string; readonly names: Set<string> }>()
    for (const { path, kind } of documents) {
      if (kind !== 'bank-core') continue
      const bank = banks.get(bankOf(path)) ?? { first: path, names: new Set<string>() }
      banks.set(bankOf(path), bank)
      bank.names.add(coreName(nameOf(path) ?? ''))
    }
    for (const [folder, { first, names }] of banks) {
      const hasLog = LOG.some((name) => files.has(`${folder}/${name}`))
      const missing = [...CORE].flatMap(([name, file]) =>
        names.has(name) || (hasLog && NOT_WITH_LOG.includes(name)) || holdsFile(files, `${folder}/${name}`)
          ? []
          : [file],
      )
      if (missing.length === 0 || names.size < FEWEST) continue
      report(first, {
        place: WHOLE_FILE,
        message: `The memory bank has no ${missing.join(', ')}`,
        help: 'Write what is missing. If your instructions name other files, turn the rule off in memkeep.yaml: `rules: { bank-files: off }`.',
      })
    }
  },
}
