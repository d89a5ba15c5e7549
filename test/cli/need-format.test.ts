import { expect, test } from 'vitest'
import { assertFormat, MEMORY_FORMATS } from '../../src/cli/command.ts'
import { COMMANDS } from '../../src/cli/commands.ts'
import { UserError } from '../../src/core/messages.ts'

test('a command takes the formats that it has, and none is always right', () => {
  expect(() => assertFormat('check', undefined)).not.toThrow()
  expect(() => assertFormat('check', 'json')).not.toThrow()
  expect(() => assertFormat('report', 'html', MEMORY_FORMATS)).not.toThrow()
})

test('any other is wrong use, with those that it has', () => {
  const asked = (): void => assertFormat('report', 'stylish', MEMORY_FORMATS)
  expect(asked).toThrow(UserError)
  expect(asked).toThrow('report has no --format stylish')
})

test('report is the only command that makes pages', () => {
  expect(COMMANDS.filter(({ formats }) => formats?.includes('html')).map(({ name }) => name)).toEqual([
    'report',
  ])
})
