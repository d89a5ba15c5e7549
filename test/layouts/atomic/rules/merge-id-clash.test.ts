import { ruleTest } from '../../../helpers/rule-test.ts'
import { item } from '../items.ts'

const DECISION = 'memory/decisions/dec-8.md'
const TASK = 'memory/tasks/task-8.md'

const QUEUE = item({ id: 'dec-8', title: 'Queue in Postgres' }, 'One store to back up is enough.\n')
const PRICES = item({ id: 'dec-8', title: 'Prices are integers' }, 'A cent was lost in rounding.\n')

const task = (title: string, body: string): string => item({ id: 'task-8', title, status: 'todo' }, body)

const KEYS = task('Rotate keys', 'The old ones expire in autumn.\n')
const DISKS = task('Replace disks', 'Two of them report bad sectors.\n')

ruleTest('merge-id-clash', {
  valid: [
    {
      name: 'both, one of them under a new id',
      before: { [DECISION]: QUEUE },
      merge: { base: {}, others: [{ [DECISION]: PRICES }] },
      files: { [DECISION]: QUEUE, 'memory/decisions/dec-9.md': PRICES.replace('dec-8', 'dec-9') },
    },
    {
      name: 'one item that both sides have',
      before: { [DECISION]: QUEUE },
      merge: { base: {}, others: [{ [DECISION]: QUEUE }] },
      files: { [DECISION]: `${QUEUE}\n` },
    },
    {
      name: 'one task that both sides have taken over and worded differently',
      before: { [TASK]: KEYS },
      merge: {
        base: {},
        others: [{ [TASK]: task('Rotate the keys', 'The old ones expire in autumn, I think.\n') }],
      },
      files: { [TASK]: KEYS },
    },
    {
      name: 'an item that the ancestor has, changed on both sides',
      before: { [TASK]: KEYS },
      merge: { base: { [TASK]: DISKS }, others: [{ [TASK]: DISKS }] },
      files: { [TASK]: KEYS },
    },
    {
      name: 'a change that is no merge',
      before: { [TASK]: DISKS },
      files: { [TASK]: KEYS },
    },
  ],
  invalid: [
    {
      name: 'a decision of the other side that is gone',
      before: { [DECISION]: QUEUE },
      merge: { base: {}, others: [{ [DECISION]: PRICES }] },
      files: { [DECISION]: QUEUE },
      expect: [
        {
          path: DECISION,
          line: 3,
          severity: 'error',
          message:
            /The merge loses decision "Prices are integers".* has "Queue in Postgres" under the id dec-8/,
        },
      ],
    },
    {
      name: 'a decision that the sides record with other words',
      before: { [DECISION]: QUEUE },
      merge: { base: {}, others: [{ [DECISION]: QUEUE.replace('enough', 'plenty') }] },
      files: { [DECISION]: QUEUE.replace('enough', 'plenty') },
      expect: [{ path: DECISION, line: 3 }],
    },
    {
      name: 'a task of our own side, and histories that are not related',
      before: { [TASK]: KEYS },
      merge: { base: null, others: [{ [TASK]: DISKS }] },
      files: { [TASK]: DISKS },
      expect: [{ path: TASK, line: 3, message: /The merge loses task "Rotate keys"/ }],
    },
  ],
})
