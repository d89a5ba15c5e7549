import { expect, test } from 'vitest'
import { reportOf, sectionText } from '../../bench/report.ts'
import { resultOf } from './result-of.ts'

const SECTION = {
  bench: 'check',
  size: 'S',
  results: [resultOf('start', [10]), resultOf('cold', [100])],
  facts: [
    { id: 'git', label: 'git processes', value: 2, unit: '' as const },
    { id: 'share', label: 'cache', value: 4.26, unit: '%' as const },
    { id: 'unknown', label: 'unknown', value: null, unit: '' as const },
  ],
  notes: ['A note.'],
}

test('a section has its table, what was counted, and notes', () => {
  const text = sectionText(SECTION, 1000)
  expect(text).toMatch(/^## check, S\n\n\| what \|.*× our cold check/)
  expect(text).toMatch(/\n\n- git processes: 2\n- cache: 4\.3 %\n- unknown: \?\n\nA note\.$/)
})

test('a section shows another build that was measured with it', () => {
  const [first] = SECTION.facts
  if (!first) throw new Error('no facts')
  const against = { results: [resultOf('cold', [200])], facts: [{ ...first, value: 1 }] }
  const text = sectionText({ ...SECTION, against }, 1000)
  expect(text).toContain('\n| cold | 100 ms | 200 ms | 0.50 |')
  expect(text).toContain('\n- git processes: 2; old build: 1\n- cache: 4.3 %\n')
})

test('a section without results keeps its notes', () => {
  const failed = { bench: 'save', size: 'S', results: [], notes: ['**Failed**: why'] }
  expect(sectionText(failed, 1000)).toContain('**Failed**: why')
})

test('the report has the machine, what is missing, the targets, and every section', () => {
  const about = { machine: ['- Machine: one'], missing: ['Not measured: two.'], limitMs: 1000 }
  const text = reportOf([SECTION], [], about)
  const at = ['- Machine: one', 'Not measured: two.', '## Targets', '## check, S'].map((part) =>
    text.indexOf(part),
  )
  expect(at.every((place) => place > 0)).toBe(true)
  expect(at).toEqual([...at].sort((a, b) => a - b))
})
