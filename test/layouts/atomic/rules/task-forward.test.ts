import { ruleTest } from '../../../helpers/rule-test.ts'
import { item } from '../items.ts'

const PATH = 'memory/tasks/keys.md'
const ARCHIVED = 'memory/tasks/archive/keys.md'

const task = (status: string, body?: string): string =>
  item({ id: 't-1', title: 'Rotate keys', status }, body)

ruleTest('task-forward', {
  valid: [
    { name: 'one step forward', before: { [PATH]: task('todo') }, files: { [PATH]: task('in_progress') } },
    { name: 'two steps at once', before: { [PATH]: task('todo') }, files: { [PATH]: task('done') } },
    {
      name: 'another text, title, assignee and file, whatever the status',
      before: { [PATH]: task('done') },
      files: {
        'memory/tasks/all keys.md': item(
          { id: 't-1', title: 'Rotate all keys', status: 'done', assignee: 'platform' },
          'Ten of them.\n',
        ),
      },
    },
    {
      name: 'into the archive when done',
      before: { [PATH]: task('in_progress') },
      files: { [ARCHIVED]: task('done') },
    },
    {
      name: 'a step back where tasks have no history',
      settings: 'history: { task: { mode: off } }',
      before: { [ARCHIVED]: task('done') },
      files: { [PATH]: task('todo') },
    },
    {
      name: 'a merge of a step and an edit',
      before: { [PATH]: task('done') },
      merge: { base: { [PATH]: task('todo') }, others: [{ [PATH]: task('todo', 'Both keys.\n') }] },
      files: { [PATH]: task('done', 'Both keys.\n') },
    },
    {
      name: 'a merge that takes over a step back, which was judged on its branch',
      before: { [PATH]: task('done') },
      merge: { base: { [PATH]: task('done') }, others: [{ [PATH]: task('todo') }] },
      files: { [PATH]: task('todo') },
    },
    {
      name: 'a merge that takes the further of two steps',
      before: { [PATH]: task('in_progress') },
      merge: { base: { [PATH]: task('todo') }, others: [{ [ARCHIVED]: task('done') }] },
      files: { [ARCHIVED]: task('done') },
    },
  ],
  invalid: [
    {
      name: 'a step back',
      before: { [PATH]: task('done') },
      files: { [PATH]: task('in_progress') },
      expect: [
        {
          path: PATH,
          line: 5,
          column: 9,
          severity: 'error',
          message: /Task "Rotate keys" goes back from done to in_progress/,
        },
      ],
    },
    {
      name: 'a step back in a file of another name',
      before: { [PATH]: task('in_progress') },
      files: { 'memory/tasks/all keys.md': task('todo') },
      expect: [{ path: 'memory/tasks/all keys.md', line: 5 }],
    },
    {
      name: 'back from the archive, with and without a step back',
      before: { [ARCHIVED]: task('done'), 'memory/tasks/archive/2.md': task('done').replace('t-1', 't-2') },
      files: { [PATH]: task('done'), 'memory/tasks/2.md': task('todo').replace('t-1', 't-2') },
      expect: [
        { path: PATH, line: 5, message: /outside the archive/ },
        { path: 'memory/tasks/2.md', line: 5, message: /outside the archive/ },
        { path: 'memory/tasks/2.md', line: 5, message: /goes back from done/ },
      ],
    },
    {
      name: 'a merge that undoes the step of one side',
      before: { [PATH]: task('done') },
      merge: { base: { [PATH]: task('todo') }, others: [{ [PATH]: task('todo', 'Both keys.\n') }] },
      files: { [PATH]: task('todo', 'Both keys.\n') },
      expect: [{ path: PATH, line: 5, message: /goes back from done/ }],
    },
    {
      name: 'a merge that takes the shorter of two steps',
      before: { [PATH]: task('in_progress') },
      merge: { base: { [PATH]: task('todo') }, others: [{ [PATH]: task('done') }] },
      files: { [PATH]: task('in_progress') },
      expect: [{ path: PATH, line: 5, message: /goes back from done/ }],
    },
    {
      name: 'a merge that goes further back than any side',
      before: { [PATH]: task('done') },
      merge: { base: { [PATH]: task('done') }, others: [{ [PATH]: task('done', 'Both keys.\n') }] },
      files: { [PATH]: task('todo') },
      expect: [
        { path: PATH, line: 3, rule: 'merge-invented', message: /which parent 2 alone wrote/ },
        { path: PATH, line: 5 },
      ],
    },
  ],
})
