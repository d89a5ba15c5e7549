import { ruleTest } from '../../../helpers/rule-test.ts'
import { cleanCowork, firstDecision, ITERATION, iteration, json, MEMORY, SESSION } from '../clean-memory.ts'

const withIteration = (name: string): string =>
  json({ decisions: [{ ...firstDecision, id: `dec-${name}-1770544800`, iteration_id: name }] })

const FILE = { [ITERATION]: json(iteration) }

ruleTest('iteration-known', {
  valid: [
    { name: 'the iteration of a file', files: { ...FILE, [MEMORY]: withIteration('iter-3') } },
    { name: 'a completed session in the list', files: cleanCowork },
    { name: 'a memory whose iterations are all cleared', files: { [MEMORY]: withIteration('iter-1') } },
    {
      name: 'a composed name next to a file with the decomposed one',
      files: {
        '.cowork/memory/iterations/caf\u0065\u0301.json': '{}\n',
        [MEMORY]: withIteration('caf\u00e9'),
      },
    },
    {
      name: 'the latest session of session.json',
      files: { [SESSION]: json({ latest_session: 'iter-1' }), [MEMORY]: withIteration('iter-1') },
    },
  ],
  invalid: [
    {
      name: 'an iteration that may have been cleared',
      files: { ...FILE, [MEMORY]: withIteration('iter-2') },
      expect: [
        {
          path: MEMORY,
          line: 12,
          column: 23,
          severity: 'info',
          message: /Iteration "iter-2" of dec-iter-2-17/,
        },
      ],
    },
    {
      name: 'another spelling of one that there is',
      files: { ...FILE, [MEMORY]: withIteration('Iter_03') },
      expect: [{ path: MEMORY, line: 12, severity: 'warning' }],
    },
    {
      name: 'one that the list of sessions does not have',
      files: {
        [SESSION]: json({ sessions: [{ session_id: 'iter-1' }] }),
        [MEMORY]: withIteration('iter-2'),
      },
      expect: [{ path: MEMORY, line: 12, severity: 'warning' }],
    },
  ],
})
