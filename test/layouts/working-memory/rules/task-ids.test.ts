import { ruleTest } from '../../../helpers/rule-test.ts'
import { changed, cleanWorkingMemory, LOG, STATE } from '../task-files.ts'

const laid = (text: string) => ({ ...cleanWorkingMemory, [STATE]: text })

const entry = (id: string): string =>
  `  - { id: ${id}, insight: More of ${id}, reason: it is so, added: 2026-04-02T10:00:00Z }\n`

const withEntries = (...ids: readonly string[]): string =>
  changed(STATE, 'verbatim_context:\n', `${ids.map(entry).join('')}verbatim_context:\n`)

const logged = (...ids: readonly string[]): string =>
  changed(LOG, '+ KL-2', `${ids.map((id) => `+ ${id} because it is so: More of ${id}\n`).join('')}+ KL-2`)

ruleTest('task-ids', {
  valid: [
    { name: 'ids that rise, each list by itself', files: cleanWorkingMemory },
    {
      name: 'numbers that are left out',
      files: { ...laid(withEntries('KL-7', 'KL-10')), [LOG]: logged('KL-7', 'KL-10') },
    },
  ],
  invalid: [
    {
      name: 'an id twice',
      files: laid(withEntries('KL-2')),
      expect: [
        {
          path: STATE,
          line: 18,
          column: 11,
          severity: 'error',
          message: /The id KL-2 is used a second time/,
        },
      ],
    },
    {
      name: 'an id of an archived entry',
      files: laid(withEntries('KL-1')),
      expect: [{ path: STATE, line: 18, message: /The id KL-1 is used a second time/ }],
    },
    {
      name: 'an id below a higher one',
      files: { ...laid(withEntries('KL-10', 'KL-9')), [LOG]: logged('KL-10', 'KL-9') },
      expect: [{ path: STATE, line: 19, message: /The id KL-9 is below KL-10, but ids rise/ }],
    },
    {
      name: 'nothing of an id that is none, which the schema finds',
      files: {
        ...cleanWorkingMemory,
        [STATE]: changed(STATE, 'id: KL-2', 'id: KL-02'),
        [LOG]: logged().replace('KL-2', 'KL-3'),
      },
      expect: [
        { path: STATE, line: 14, rule: 'schema' },
        { path: STATE, line: 14, rule: 'log-state', severity: 'warning' },
        { path: LOG, line: 20, rule: 'log-state', severity: 'error' },
      ],
    },
  ],
})
