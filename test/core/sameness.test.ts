import { describe, expect, test } from 'vitest'
import { countFindings, type Diagnostic, findingsBefore, toDiagnostic } from '../../src/core/diagnostic.ts'

function found(message: string, count?: number): Diagnostic {
  const place = { line: 1, column: 1, endLine: 1, endColumn: 2 }
  const finding = { rule: 'r', place, message, help: '', severity: 'error', fixable: false } as const
  return toDiagnostic(
    { ...finding, ...(count !== undefined && { alike: { shape: 's', count } }) },
    'a.md',
    'l',
  )
}

/** The messages of those that were said before. */
function old(after: readonly Diagnostic[], before: readonly Diagnostic[]): string[] {
  return [...findingsBefore(after, countFindings(before))].map(({ message }) => message)
}

test('a finding was said before where its file had one of the same words, each once', () => {
  expect(old([found('m'), found('m'), found('n')], [found('m')])).toEqual(['m'])
})

describe('a finding of several places', () => {
  test('was said before where fewer of them are left, or others are between them', () => {
    expect(old([found('7 like a', 7)], [found('8 like a', 8)])).toEqual(['7 like a'])
    expect(old([found('3', 3), found('5', 5)], [found('8', 8)])).toEqual(['3', '5'])
    expect(old([found('b', 1)], [found('2 like a', 2)])).toEqual(['b'])
  })

  test('is new where there are more of them', () => {
    expect(old([found('9', 9)], [found('8', 8)])).toEqual([])
    expect(old([found('3', 3), found('6', 6)], [found('8', 8)])).toEqual(['3'])
    expect(old([found('m', 1)], [found('m')])).toEqual([])
  })
})
