import { ruleTest } from '../../../helpers/rule-test.ts'
import { item } from '../items.ts'

const PATH = 'memory/goals/region.md'

const goal = (status: string, reopened?: string): string =>
  item({ id: 'g-1', title: 'A second region', status, ...(reopened !== undefined && { reopened }) })

ruleTest('goal-final', {
  valid: [
    { name: 'an end', before: { [PATH]: goal('active') }, files: { [PATH]: goal('achieved') } },
    {
      name: 'an end in the archive, and back without another status',
      before: { 'memory/goals/archive/region.md': goal('achieved') },
      files: { [PATH]: goal('achieved') },
    },
    {
      name: 'a reason',
      before: { [PATH]: goal('abandoned') },
      files: { [PATH]: goal('active', 'Latency in the south is too high.') },
    },
    {
      name: 'a new reason for the second time',
      before: { [PATH]: goal('achieved', 'Latency in the south is too high.') },
      files: { [PATH]: goal('active', 'The region was closed.') },
    },
    {
      name: 'a reason that goes while the goal stays active',
      before: { [PATH]: goal('active', 'Latency in the south is too high.') },
      files: { [PATH]: goal('active') },
    },
    {
      name: 'no reason where goals have no history',
      settings: 'history: { goal: { mode: free } }',
      before: { [PATH]: goal('abandoned') },
      files: { [PATH]: goal('active') },
    },
    {
      name: 'a merge of two different ends, which takes one of them',
      before: { [PATH]: goal('abandoned') },
      merge: { base: { [PATH]: goal('active') }, others: [{ [PATH]: goal('achieved') }] },
      files: { [PATH]: goal('achieved') },
    },
    {
      name: 'a merge that takes over what one side reopened',
      before: { [PATH]: goal('abandoned') },
      merge: {
        base: { [PATH]: goal('abandoned') },
        others: [{ [PATH]: goal('active', 'It is cheap now.') }],
      },
      files: { [PATH]: goal('active', 'It is cheap now.') },
    },
  ],
  invalid: [
    {
      name: 'no reason',
      before: { [PATH]: goal('abandoned') },
      files: { [PATH]: goal('active') },
      expect: [
        {
          path: PATH,
          line: 5,
          column: 9,
          severity: 'error',
          message: /Goal "A second region" was abandoned and has status active now/,
        },
      ],
    },
    {
      name: 'another end without a reason',
      before: { [PATH]: goal('abandoned') },
      files: { [PATH]: goal('achieved') },
      expect: [{ path: PATH, line: 5 }],
    },
    {
      name: 'the reason of the last time, or an empty one',
      before: {
        [PATH]: goal('achieved', 'Too slow.'),
        'memory/goals/2.md': goal('achieved').replace('g-1', 'g-2'),
      },
      files: {
        [PATH]: goal('active', 'Too slow.'),
        'memory/goals/2.md': goal('active', '" "').replace('g-1', 'g-2'),
      },
      expect: [
        { path: PATH, line: 5 },
        { path: 'memory/goals/2.md', line: 5 },
      ],
    },
    {
      name: 'a merge that undoes the end of one side',
      before: { [PATH]: goal('active').replace('A second', 'One more') },
      merge: { base: { [PATH]: goal('active') }, others: [{ [PATH]: goal('achieved') }] },
      files: { [PATH]: goal('active').replace('A second', 'One more') },
      expect: [{ path: PATH, line: 5, message: /was achieved and has status active now/ }],
    },
  ],
})
