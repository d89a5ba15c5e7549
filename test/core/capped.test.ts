import { expect, test } from 'vitest'
import { capped, countByRule, MOST_OF_A_RULE } from '../../src/core/capped.ts'
import type { Finding } from '../../src/core/diagnostic.ts'
import { WHOLE_FILE } from '../../src/core/place.ts'

const finding = (rule: string, message: string): Finding => {
  return { rule, severity: 'error', place: WHOLE_FILE, message, help: '', fixable: false }
}

const many = (rule: string, count: number): Finding[] =>
  Array.from({ length: count }, (_, i) => finding(rule, `${rule} ${i}`))

test('few findings are all kept', () => {
  const few = [...many('a', MOST_OF_A_RULE), ...many('b', 3)]
  expect(capped(few)).toEqual(few)
  expect(capped([])).toEqual([])
})

test('of many findings of one rule the first are kept, and the last of them counts the rest', () => {
  const kept = capped([...many('a', MOST_OF_A_RULE + 7), ...many('b', 2)])
  expect(countByRule(kept)).toEqual(
    new Map([
      ['a', MOST_OF_A_RULE],
      ['b', 2],
    ]),
  )
  expect(kept[MOST_OF_A_RULE - 2]?.message).toBe(`a ${MOST_OF_A_RULE - 2}`)
  expect(kept[MOST_OF_A_RULE - 1]?.message).toBe(
    `a ${MOST_OF_A_RULE - 1} (and 7 more of this rule in this file)`,
  )
})
