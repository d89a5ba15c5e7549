import { ruleTest } from '../../../helpers/rule-test.ts'
import { cleanCowork, firstDecision, firstPattern, json, MEMORY } from '../clean-memory.ts'

const memory = (decision: object, pattern: object = firstPattern): { readonly [path: string]: string } => ({
  ...(cleanCowork as { readonly [path: string]: string }),
  [MEMORY]: json({ decisions: [{ ...firstDecision, ...decision }], patterns: [pattern] }),
})

ruleTest('project-item-id', {
  valid: [
    {
      name: 'an iteration with dashes, digits, spaces and letters of any script',
      files: {
        [MEMORY]: json({
          decisions: [
            { ...firstDecision, id: 'dec-Stufe 2-β_1.0-1770544800', iteration_id: 'Stufe 2-β_1.0' },
          ],
        }),
      },
    },
    {
      name: 'a timestamp of date and time',
      files: { [MEMORY]: json({ decisions: [{ ...firstDecision, id: 'dec-iter-1-20260208T100000Z' }] }) },
    },
  ],
  invalid: [
    {
      name: 'an id without iteration and timestamp',
      files: memory({ id: 'dec-1234' }),
      expect: [
        {
          path: MEMORY,
          line: 4,
          column: 13,
          severity: 'error',
          message: /Id "dec-1234" does not have the form dec-\{iteration\}-\{timestamp\}/,
        },
      ],
    },
    {
      name: 'the prefix of the other list',
      files: memory({ id: 'pat-iter-1-1770544800' }, { ...firstPattern, id: 'dec-iter-1-1770548400' }),
      expect: [
        { path: MEMORY, line: 4 },
        { path: MEMORY, line: 18, message: /does not have the form pat-/ },
      ],
    },
    {
      name: 'another iteration than the row has',
      files: memory({ id: 'dec-iter-3-1770544800' }),
      expect: [
        { path: MEMORY, line: 4, message: /names iteration "iter-3", but `iteration_id` is "iter-1"/ },
      ],
    },
    {
      name: 'ids that lead out of the folder, which nothing is derived for',
      files: memory(
        { id: 'dec-../../../x-1', iteration_id: '../../../x' },
        { ...firstPattern, id: `pat-${'x'.repeat(300)}-1`, iteration_id: 'x'.repeat(300) },
      ),
      expect: [
        { path: MEMORY, line: 4 },
        { path: MEMORY, line: 18 },
        { path: MEMORY, line: 12, rule: 'iteration-known', severity: 'warning' },
        { path: MEMORY, line: 29, rule: 'iteration-known' },
      ],
    },
  ],
})
