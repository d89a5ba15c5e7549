import { expect, test } from 'vitest'
import { readConfirmed, statementId, writeConfirmed } from '../../../src/formats/citations/confirmed.ts'

const COMMIT = 'a'.repeat(40)
const [A, B] = ['0'.repeat(12), 'f'.repeat(12)]

test('confirmations are lines in order, and are read again', () => {
  const confirmed = new Map([
    [B, { commit: COMMIT, day: '2026-01-02' }],
    [A, { commit: COMMIT, day: '2026-01-01' }],
  ])
  const text = writeConfirmed(confirmed)
  expect(text).toBe(`${A} ${COMMIT} 2026-01-01\n${B} ${COMMIT} 2026-01-02\n`)
  expect(readConfirmed(text)).toEqual({ confirmed, unread: [] })
})

test('of two for one statement the later day counts; what is no confirmation is named', () => {
  const text = `${A} ${COMMIT} 2026-02-01\r\n<<<<<<< ours\r\n${A} ${COMMIT} 2026-01-01\r\n\r\n${A} x 2026-01-01`
  expect(readConfirmed(text)).toEqual({
    confirmed: new Map([[A, { commit: COMMIT, day: '2026-02-01' }]]),
    unread: [2, 5],
  })
})

test('a statement has the same id while its words are the same', () => {
  expect(statementId('a b')).toBe(statementId('a b'))
  expect(statementId('a b')).not.toBe(statementId('a c'))
})
