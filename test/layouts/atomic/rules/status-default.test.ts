import { ruleTest } from '../../../helpers/rule-test.ts'
import { item } from '../items.ts'

const TASK = 'memory/tasks/keys.md'
const GOAL = 'memory/goals/offline.md'
const ARCHIVED = 'memory/tasks/archive/keys.md'
const ID = { id: 'x-9', title: 'Keys' }

const text = (...lines: readonly string[]): string => lines.join('\n')
const said = (path: string) => ({ path, line: 1, severity: 'info' as const })

ruleTest('status-default', {
  valid: [
    { name: 'a task and a goal with a status', files: { [TASK]: item({ ...ID, status: 'todo' }) } },
    { name: 'a fact, which has none', files: { 'memory/facts/keys.md': item(ID) } },
    {
      name: 'the status that was meant, written later',
      before: { [TASK]: item(ID) },
      files: { [TASK]: item({ ...ID, status: 'todo' }) },
      settings: 'history:\n  task: { mode: immutable }\n',
    },
    {
      name: 'a task without a status that is begun',
      before: { [TASK]: item(ID) },
      files: { [TASK]: item({ ...ID, status: 'in_progress' }) },
    },
  ],
  invalid: [
    {
      name: 'a task',
      files: { [TASK]: item(ID) },
      expect: [{ ...said(TASK), message: /^The task has no status, which counts as todo$/ }],
      fixed: { [TASK]: item({ ...ID, status: 'todo' }) },
    },
    {
      name: 'a goal, with CRLF, a byte order mark and a list at the end',
      files: { [GOAL]: `\ufeff${item({ ...ID, tags: '\n- a\n- b' })}`.replaceAll('\n', '\r\n') },
      expect: [{ ...said(GOAL), message: /^The goal has no status, which counts as active$/ }],
      fixed: {
        [GOAL]: `\ufeff${item({ ...ID, tags: '\n- a\n- b', status: 'active' })}`.replaceAll('\n', '\r\n'),
      },
    },
    {
      name: 'a task whose fields are indented',
      files: {
        [TASK]: text('---', '  id: x-9', '  title: Keys', '  created: 2026-02-08 # then', '---', 'Text.', ''),
      },
      expect: [said(TASK)],
      fixed: {
        [TASK]: text(
          '---',
          '  id: x-9',
          '  title: Keys',
          '  created: 2026-02-08 # then',
          '  status: todo',
          '---',
          'Text.',
          '',
        ),
      },
    },
    {
      name: 'a task whose last field is a text of several lines',
      files: {
        [TASK]: text('---', 'id: x-9', 'created: 2026-02-08', 'title: >-', '  Keys', '---', 'Text.', ''),
      },
      expect: [said(TASK)],
      fixed: {
        [TASK]: text(
          '---',
          'id: x-9',
          'created: 2026-02-08',
          'title: >-',
          '  Keys',
          'status: todo',
          '---',
          'Text.',
          '',
        ),
      },
    },
    {
      name: 'a task in braces, which a person has to write',
      files: { [TASK]: text('---', '{ id: x-9, title: Keys, created: 2026-02-08 }', '---', 'Text.', '') },
      expect: [said(TASK)],
      fixed: { [TASK]: text('---', '{ id: x-9, title: Keys, created: 2026-02-08 }', '---', 'Text.', '') },
    },
    {
      name: 'a done task that has lost its status',
      before: { [TASK]: item({ ...ID, status: 'done' }) },
      files: { [TASK]: item(ID) },
      expect: [
        said(TASK),
        { path: TASK, line: 3, rule: 'task-forward', message: /goes back from done to todo/ },
      ],
    },
    {
      name: 'a task in the archive, which a person has to judge',
      files: { [ARCHIVED]: item(ID) },
      expect: [said(ARCHIVED), { path: ARCHIVED, line: 3, rule: 'archive-finished' }],
      fixed: { [ARCHIVED]: item(ID) },
    },
    {
      name: 'nothing of a status that is there without a value',
      files: { [TASK]: item({ ...ID, status: '' }) },
      expect: [{ path: TASK, line: 5, rule: 'schema', severity: 'error' }],
    },
  ],
})
