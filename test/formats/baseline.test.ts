import { describe, expect, test } from 'vitest'
import { baselineOf } from '../../src/core/baseline.ts'
import { readBaseline, writeBaseline } from '../../src/formats/baseline.ts'

describe('the file of known findings', () => {
  test('is sorted, ends its lines with LF, and reads back', () => {
    const baseline = baselineOf([
      { path: 'b.md', rule: 'z', count: 1 },
      { path: 'b.md', rule: 'a', count: 2 },
      { path: 'a.md', rule: 'r', count: 3 },
    ])
    const text = writeBaseline(baseline)
    expect(text).toBe(
      '{\n  "version": 1,\n  "findings": {\n    "a.md": {\n      "r": 3\n    },\n    "b.md": {\n      "a": 2,\n      "z": 1\n    }\n  }\n}\n',
    )
    expect(writeBaseline(readBaseline(text))).toBe(text)
    expect(writeBaseline(new Map())).toBe('{\n  "version": 1,\n  "findings": {}\n}\n')
  })

  test('holds names that mean something to JavaScript', () => {
    const baseline = baselineOf([{ path: '__proto__', rule: 'constructor', count: 1 }])
    expect([...readBaseline(writeBaseline(baseline)).keys()]).toEqual(['__proto__'])
  })

  test.each([
    ['', 'not JSON'],
    ['{', 'not JSON'],
    ['null', 'version'],
    ['[]', 'version'],
    ['{"findings":{}}', 'version'],
    ['{"version":2,"findings":{}}', 'version'],
    ['{"version":1}', 'no `findings`'],
    ['{"version":1,"findings":[]}', 'no `findings`'],
    ['{"version":1,"findings":{},"more":1}', 'unknown key more'],
    ['{"version":1,"findings":{"a":1}}', 'a has no counts'],
    ['{"version":1,"findings":{"a":{"r":0}}}', 'no whole number'],
    ['{"version":1,"findings":{"a":{"r":-1}}}', 'no whole number'],
    ['{"version":1,"findings":{"a":{"r":1.5}}}', 'no whole number'],
    ['{"version":1,"findings":{"a":{"r":"1"}}}', 'no whole number'],
    ['{"version":1,"findings":{"a":{"r":1e9}}}', 'no whole number'],
  ])('%s is none: %s', (text, reason) => {
    expect(() => readBaseline(text)).toThrow(expect.objectContaining({ name: 'UserError' }))
    expect(() => readBaseline(text)).toThrow(reason)
  })
})
