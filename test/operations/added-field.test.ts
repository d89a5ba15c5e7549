import { expect, test } from 'vitest'
import { operationPages } from '../../scripts/generate/operation-pages.ts'
import { schemaType } from '../../scripts/library-types/schema-types.ts'
import { defineOperation } from '../../src/core/operation.ts'
import { closedObject, count, openObject, text } from '../../src/core/schema.ts'
import { checkArguments } from '../../src/operations/check-arguments.ts'
import { operationFlags } from '../../src/operations/operation-flags.ts'
import { operationList } from '../../src/operations/registry.ts'
import { lineLog } from '../helpers/saving/line-log.ts'

/** An operation whose author added a field to its schemas, and nothing else. */
const operation = defineOperation({
  name: 'line_count',
  title: 'Count lines',
  description: 'Counts the lines of one log.',
  input: closedObject(['log'], {
    log: text('The log.'),
    not_before: text('Only lines of this day or later.', { format: 'date' }),
  }),
  output: openObject(['lines'], {
    lines: count('How many there are.'),
    oldest: text('The day of the first.'),
  }),
  readOnly: true,
  destructive: false,
  idempotent: true,
  wants: () => [],
  plan: ({ args: { log, not_before = log } }) => ({
    text: not_before,
    data: { lines: 0, oldest: not_before },
  }),
})

test('a field that is added to the schemas is in the command, the tool, the types and the page', () => {
  expect(operationFlags(operation)[1]).toMatchObject({
    path: ['not_before'],
    name: 'not-before',
    type: 'text',
    summary: 'only lines of this day or later',
    required: false,
  })
  const [listed] = operationList({ operation, layout: lineLog })
  expect(listed?.input.properties).toHaveProperty('not_before')
  expect(listed?.output.properties).toHaveProperty('oldest')
  expect(schemaType(operation.input, new Map(), true)).toContain('readonly not_before?: string | undefined')
  const page = operationPages([{ name: 'lineCount', operation, layout: 'log' }])[0]?.text
  expect(page).toContain('| `not_before` | string |  | `--not-before` | Only lines of this day or later. |')
  expect(page).toContain('| `oldest` | string |  | The day of the first. |')
})

test('its value is checked before the operation sees it', () => {
  expect(checkArguments({ log: 'a', not_before: '2026-02-30' }, operation)).toHaveProperty('refusal')
  expect(checkArguments({ log: 'a', not_before: '2026-02-28' }, operation)).toHaveProperty('args')
  // @ts-expect-error: the operation has no argument of that name
  expect(operation.plan({ args: { log: 'a', since: 'b' } })).toHaveProperty('text')
})
