import type { Files } from '../../../helpers/check-literal.ts'
import { ruleTest } from '../../../helpers/rule-test.ts'
import { changed, cleanWorkingMemory, LOG, STATE, T1, T2, UPDATE } from '../task-files.ts'

const ARCHIVE = STATE.replace('state.yaml', 'archived-001.yaml')
const SECOND = STATE.replace('state.yaml', 'archived-002.yaml')

/** The entry that the clean memory has as archived, in a file of its own, under an id. */
function archived(id: string): string {
  return [
    'key_learnings:',
    `  - id: ${id}`,
    '    insight: The queue hands a job out again when its lease runs out.',
    '    reason: a job was seen twice in the trace',
    `    added: ${T1}`,
    '    archived:',
    `      at: ${T2}`,
    '      reason: the trace had two jobs with one name',
    'verbatim_context: []',
    '',
  ].join('\n')
}

/** The clean memory with that entry moved out of the state. */
const moved: Files = {
  ...cleanWorkingMemory,
  [STATE]: String(cleanWorkingMemory[STATE]).replace(/ {2}- id: KL-1\n[\s\S]*?(?= {2}- id: KL-2)/, ''),
  [ARCHIVE]: archived('KL-1'),
}

ruleTest('archived-ids', {
  valid: [
    { name: 'an entry that was moved out of the state, which the log and updates still name', files: moved },
    {
      name: 'a long log in two files',
      files: {
        ...moved,
        [LOG]: String(cleanWorkingMemory[LOG]).split(`## ${T2}`)[0] ?? '',
        [LOG.replace('log.md', 'log-001.md')]:
          `# Log\n\n## ${T2}${String(cleanWorkingMemory[LOG]).split(`## ${T2}`)[1]}`,
      },
    },
  ],
  invalid: [
    {
      name: 'an entry that is in the state too',
      files: { ...cleanWorkingMemory, [ARCHIVE]: archived('KL-1') },
      expect: [
        {
          path: ARCHIVE,
          line: 2,
          severity: 'error',
          message: /^The id KL-1 is also in \.working-memory\/lost-retries\/state\.yaml$/,
        },
      ],
    },
    {
      name: 'another entry of the state',
      files: {
        ...moved,
        [ARCHIVE]: archived('KL-2'),
        [LOG]: changed(LOG, '- KL-1 because', '- KL-2 because'),
      },
      expect: [
        { rule: 'update-ids', path: UPDATE, line: 10 },
        { path: ARCHIVE, line: 2, message: /^The id KL-2 / },
        { rule: 'log-state', path: LOG, line: 7 },
      ],
    },
    {
      name: 'an entry of two archived files',
      files: { ...moved, [SECOND]: archived('KL-1') },
      expect: [{ path: SECOND, line: 2, message: /is also in .*archived-001\.yaml$/ }],
    },
  ],
})
