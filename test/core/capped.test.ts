import { expect, test } from 'vitest'
import { capFindings, countByRule, type Finding, MOST_PER_RULE } from '../../src/core/diagnostic.ts'
import { WHOLE_FILE } from '../../src/core/text.ts'

const finding = (rule: string, message: string): Finding => {
  return { rule, severity: 'error', place: WHOLE_FILE, message, help: '', fixable: false }
}

const many = (rule: string, count: number): Finding[] =>
  Array.from({ length: count }, (_, i) => finding(rule, `${rule} ${i}`))

test('few findings are all kept', () => {
  const few = [...many('a', MOST_PER_RULE), ...many('b', 3)]
  expect(capFindings(few)).toEqual(few)
  expect(capFindings([])).toEqual([])
})

test('of many findings of one rule the first are kept, and the last of them counts the rest', () => {
  const kept = capFindings([...many('a', MOST_PER_RULE + 7), ...many('b', 2)])
  expect(countByRule(kept)).toEqual(
    new Map([
      ['a', MOST_PER_RULE],
      ['b', 2],
    ]),
  )
  expect(kept[MOST_PER_RULE - 2]?.message).toBe(`a ${MOST_PER_RULE - 2}`)
  expect(kept[MOST_PER_RULE - 1]?.message).toBe(
    `a ${MOST_PER_RULE - 1} (and 7 more of this rule in this file)`,
  )
})
