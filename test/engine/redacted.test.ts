import { expect, test } from 'vitest'
import { leavesAsIs, mayLeaveAsIs, noteRedacted, redacted, redactedData } from '../../src/engine/redacted.ts'

const SECRET = `ghp_${'aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5'}`
const STARS = '*'.repeat(SECRET.length)

test('each character of a secret becomes a star, and the rest of the text stays', async () => {
  expect(await redacted(`a ${SECRET} b\n`)).toBe(`a ${STARS} b\n`)
  expect(await redacted('no secret\n')).toBe('no secret\n')
  expect([mayLeaveAsIs(SECRET), mayLeaveAsIs('no secret')]).toEqual([false, true])
})

test('data loses secrets in values and keys, wherever they are', async () => {
  const data = {
    list: ['a', SECRET],
    [SECRET]: 1,
    map: new Map([[`k ${SECRET}`, { deep: SECRET }]]),
    number: 1,
    nothing: null,
  }
  expect(await redactedData(data)).toEqual({
    list: ['a', STARS],
    [STARS]: 1,
    map: new Map([[`k ${STARS}`, { deep: STARS }]]),
    number: 1,
    nothing: null,
  })
})

test('data without a secret is the same object, and so are parts without one', async () => {
  const clean = { list: ['a'], map: new Map([['k', 'v']]) }
  expect(await redactedData(clean)).toBe(clean)
  const mixed = { clean, secret: SECRET }
  const shown = await redactedData(mixed)
  expect(shown.secret).toBe(STARS)
  expect(shown.clean.list).toBe(clean.list)
})

test('what has passed in an earlier run is not looked at again', async () => {
  const data = noteRedacted({ text: SECRET })
  expect(await redactedData(data)).toEqual({ text: SECRET })
  const text = leavesAsIs(`kept ${SECRET}`)
  expect(await redacted(text)).toBe(text)
})
