import { ruleTest } from '../../../helpers/rule-test.ts'
import { cleanWorkingMemory, STATE, UPDATE } from '../task-files.ts'

const laid = (...lines: readonly string[]) => ({ ...cleanWorkingMemory, [UPDATE]: `${lines.join('\n')}\n` })
const learnings = (...bullets: readonly string[]) =>
  laid('KEY_LEARNINGS:', '  ADD:', ...bullets.map((bullet) => `    - ${bullet}`))
const x = (length: number): string => 'x'.repeat(length)
const info = { path: UPDATE, severity: 'info' } as const

ruleTest('update-limits', {
  valid: [
    {
      name: 'everything as long as it may be',
      files: laid(
        'CURRENT_PROGRESS:',
        '  In Progress:',
        `    - ${'🙂'.repeat(100)}`,
        'KEY_LEARNINGS:',
        '  ADD:',
        `    - because ${x(300)}: ${x(500)}`,
        '    - because a: b',
        '    - because a: c',
        'VERBATIM_CONTEXT:',
        '  ADD:',
        `    - because ${x(300)}: ${x(120)} => ${x(6 * 1024)}`,
      ),
    },
  ],
  invalid: [
    {
      name: 'a bullet of progress, an insight and a label of a state, but not what is archived',
      files: {
        ...cleanWorkingMemory,
        [STATE]: [
          'reproduce it',
          'The clock of the tests stands still unless it is moved.',
          'config/queue.yaml',
          'a job was seen twice in the trace',
        ].reduce(
          (text, words, i) => text.replace(words, x(i === 1 ? 501 : 301)),
          String(cleanWorkingMemory[STATE]),
        ),
      },
      expect: [
        {
          path: STATE,
          severity: 'info',
          line: 3,
          message: /bullet has 301 characters, the limit is 100/,
        },
        {
          path: STATE,
          severity: 'info',
          line: 15,
          message: /insight has 501 characters, the limit is 500/,
        },
        {
          path: STATE,
          severity: 'info',
          line: 20,
          message: /label has 301 characters, the limit is 120/,
        },
      ],
    },
    {
      name: 'a bullet of progress',
      files: laid(
        'CURRENT_PROGRESS:',
        '  Remaining:',
        '    - a',
        `    - ${x(101)}`,
        '  In Progress:',
        '    - b',
      ),
      expect: [
        {
          ...info,
          line: 4,
          column: 5,
          message: /^The bullet has 101 characters, the limit is 100$/,
        },
      ],
    },
    {
      name: 'a fourth learning, once',
      files: learnings('because a: b', 'because a: c', 'because a: d', 'because a: e', 'because a: f'),
      expect: [{ ...info, line: 6, message: /^The update adds 5 learnings, the limit is 3$/ }],
    },
    {
      name: 'an insight and its reason',
      files: learnings('because a: b', `because ${x(301)}: ${x(501)}`),
      expect: [
        { ...info, line: 4, message: /reason has 301 characters, the limit is 300/ },
        { ...info, line: 4, message: /insight has 501 characters, the limit is 500/ },
      ],
    },
    {
      name: 'a label, and a snippet by its bytes',
      files: laid(
        'VERBATIM_CONTEXT:',
        '  ADD:',
        `    - because a: ${x(121)} =>`,
        `      ${'é'.repeat(3 * 1024)}x`,
      ),
      expect: [
        { ...info, line: 3, message: /label has 121 characters, the limit is 120/ },
        { ...info, line: 3, message: /snippet has 6145 bytes, the limit is 6144/ },
      ],
    },
    {
      name: 'the reason of an archiving',
      files: laid('KEY_LEARNINGS:', '  ARCHIVE:', `    - KL-1 because ${x(301)}`),
      expect: [{ ...info, line: 3, message: /reason has 301 characters/ }],
    },
    {
      name: 'nothing of a section that cannot be read',
      files: laid('KEY_LEARNINGS:', '  ADD:', `    - because ${x(301)}: b`, '    - c'),
      expect: [{ path: UPDATE, line: 4, rule: 'update-syntax' }],
    },
  ],
})
