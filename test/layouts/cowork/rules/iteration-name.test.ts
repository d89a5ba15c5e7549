import { ruleTest } from '../../../helpers/rule-test.ts'
import { ITERATION, json } from '../clean-memory.ts'

ruleTest('iteration-name', {
  valid: [
    { name: 'the name of the file', files: { [ITERATION]: json({ iteration_id: 'iter-3' }) } },
    { name: 'no id, which is the default', files: { [ITERATION]: '{}\n' } },
    {
      name: 'a name with spaces',
      files: { '.cowork/memory/iterations/Stufe zwei.json': json({ iteration_id: 'Stufe zwei' }) },
    },
  ],
  invalid: [
    {
      name: 'another name',
      files: { [ITERATION]: json({ iteration_id: 'iter-4' }) },
      expect: [
        {
          path: ITERATION,
          line: 2,
          column: 19,
          severity: 'error',
          message: /`iteration_id` is "iter-4", the file name says "iter-3"/,
        },
      ],
    },
    {
      name: 'the right name in the wrong case',
      files: { [ITERATION]: json({ iteration_id: 'Iter-3' }) },
      expect: [{ path: ITERATION, line: 2 }],
    },
  ],
})
