import { expect, test } from 'vitest'
import { UserError } from '../../src/core/messages.ts'

test('a user error says what to do, and keeps its cause', () => {
  const cause = new Error('ENOENT')
  const error = new UserError('no such file', 'Check the path.', cause)
  expect(error).toBeInstanceOf(Error)
  expect(error).toMatchObject({ name: 'UserError', message: 'no such file', hint: 'Check the path.', cause })
})

test('a hint and a cause can be absent', () => {
  const error = new UserError('not a repository')
  expect(error.hint).toBe('')
  expect('cause' in error).toBe(false)
})
