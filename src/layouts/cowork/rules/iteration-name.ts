import type { DocumentRule } from '../../../core/rule.ts'
import { placeAt, rootOf, shownName } from '../rows.ts'

/** An iteration file is named for its iteration. */
export const iterationName: DocumentRule = {
  id: 'iteration-name',
  summary: 'The `iteration_id` of an iteration file is the name of the file.',
  why: 'Tools load the memory of a session by the name of its file, and write the id that is in it into what they promote: two names make one session into two.',
  howToFix: 'Correct `iteration_id`, or rename the file.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '# iterations/iter-3.json\n{ "iteration_id": "iter-4" }\n',
    good: '# iterations/iter-3.json\n{ "iteration_id": "iter-3" }\n',
  },
  kinds: ['iteration-memory'],
  subject: 'document',
  check: (source, report) => {
    const id = rootOf(source)?.iteration_id
    // Absent or empty is the model's default.
    if (typeof id !== 'string' || id === '') return
    if (id.normalize('NFC') === source.scope.normalize('NFC')) return
    report({
      place: placeAt(source, '/iteration_id'),
      message: `\`iteration_id\` is "${shownName(id)}", the file name says "${source.scope}"`,
      help: 'Correct it, or rename the file.',
    })
  },
}
