import { ruleTest } from '../../../helpers/rule-test.ts'
import { item } from '../items.ts'

const at = (category: string): string => `memory/${category}/archive/old.md`
const ID = { id: 'x-1', title: 'Old' }

ruleTest('archive-finished', {
  valid: [
    { name: 'a task that is done', files: { [at('tasks')]: item({ ...ID, status: 'done' }) } },
    { name: 'a goal that is achieved', files: { [at('goals')]: item({ ...ID, status: 'achieved' }) } },
    { name: 'a goal that is abandoned', files: { [at('goals')]: item({ ...ID, status: 'abandoned' }) } },
    { name: 'a fact', files: { [at('facts')]: item(ID) } },
    {
      name: 'a task that is done and not archived yet',
      files: { 'memory/tasks/old.md': item({ ...ID, status: 'done' }) },
    },
  ],
  invalid: [
    {
      name: 'a task that is not done',
      files: { [at('tasks')]: item({ ...ID, status: 'in_progress' }) },
      expect: [
        {
          path: at('tasks'),
          line: 5,
          column: 9,
          severity: 'error',
          message: /has status in_progress, but must be done/,
        },
      ],
    },
    {
      name: 'a task without a status',
      files: { [at('tasks')]: item(ID) },
      expect: [
        { path: at('tasks'), line: 3, message: /A task in the archive has status todo/ },
        { path: at('tasks'), line: 1, rule: 'status-default' },
      ],
    },
    {
      name: 'an active goal',
      files: { [at('goals')]: item({ ...ID, status: 'active' }) },
      expect: [{ path: at('goals'), line: 5, severity: 'error', message: /must be achieved or abandoned/ }],
    },
    {
      name: 'a decision and a reflection',
      files: { [at('decisions')]: item(ID), [at('reflections')]: item({ ...ID, id: 'x-2' }) },
      expect: [
        { path: at('decisions'), line: 3, severity: 'warning' },
        {
          path: at('reflections'),
          line: 3,
          severity: 'warning',
          message: /A reflection is in an archive/,
        },
      ],
    },
  ],
})
