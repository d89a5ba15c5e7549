import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readItemId } from '../../../src/layouts/cowork/rows.ts'

test.each([
  ['dec-iter-1-1770544800', { prefix: 'dec', iteration: 'iter-1' }],
  ['pat-a-1', { prefix: 'pat', iteration: 'a' }],
  ['dec-1-2-3', { prefix: 'dec', iteration: '1-2' }],
  ['dec-Stufe zwei-20260208T100000Z', { prefix: 'dec', iteration: 'Stufe zwei' }],
  ['dec-1234', null],
  ['dec--1', null],
  ['ins-iter-1-1', null],
  ['dec-iter-1', { prefix: 'dec', iteration: 'iter' }],
  ['dec-iter-x', null],
  ['dec-a/b-1', null],
  ['dec-a\\b-1', null],
  ['dec-..-1', null],
  ['dec-a:b-1', null],
  ['dec-a\nb-1', null],
  ['dec-a\u202eb-1', null],
  [`dec-${'ä'.repeat(150)}-1`, null],
  ['', null],
])('%j is %j', (id, expected) => {
  expect(readItemId(id)).toEqual(expected)
})

test('an id of an iteration gives that iteration back', () => {
  const iteration = fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9._ -]{0,40}$/)
  fc.assert(
    fc.property(iteration, fc.nat(), (name, time) => {
      expect(readItemId(`dec-${name}-${time}`)).toEqual({ prefix: 'dec', iteration: name })
    }),
  )
})
