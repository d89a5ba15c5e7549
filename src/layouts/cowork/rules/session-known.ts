import type { MemoryRule } from '../../../core/rule.ts'
import { coworkRoot } from '../claim.ts'
import { sessionFacts } from '../read-files.ts'
import { shownName } from '../rows.ts'

/** The session that runs has its memory. */
export const sessionKnown: MemoryRule = {
  id: 'session-known',
  summary: 'The current session of `session.json` has an iteration file.',
  why: 'What is saved and searched in a session goes to the file of the session that is named here: under a wrong name an agent starts with nothing, and writes to a file that no reader opens.',
  howToFix:
    'Correct the session, or end it: a session that the list in `session.json` calls completed may have no file.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: '# iterations/iter-3.json, and in session.json\n{ "current_session": "iter-4" }\n',
    good: '# iterations/iter-3.json, and in session.json\n{ "current_session": "iter-3" }\n',
  },
  kinds: ['cowork-session'],
  subject: 'memory',
  check: (memory, report) => {
    const session = sessionFacts(memory)
    const current = session?.facts.current
    if (!session || !current || session.facts.ended.includes(current.id)) return
    const isThere = memory.documents.some(
      ({ kind, scope }) =>
        kind === 'iteration-memory' && scope.normalize('NFC') === current.id.normalize('NFC'),
    )
    if (isThere) return
    const folder = `${coworkRoot(memory.settings)}/memory/iterations`
    report(session.document.path, {
      place: current.place,
      message: `Session "${shownName(current.id)}" has no file of that name in ${folder}/`,
      help: 'Correct the session, or create its file.',
    })
  },
}
