import { expect, test } from 'vitest'
import { type Diagnostic, toDiagnostic } from '../../src/core/diagnostic.ts'
import type { Snapshot } from '../../src/core/snapshot.ts'
import { WHOLE_FILE } from '../../src/core/text.ts'
import { stagedFindings } from '../../src/engine/check-request.ts'

/** Staged files by path, each with its blob id. */
function staged(ids: { readonly [path: string]: string }): Snapshot {
  const files = new Map(Object.entries(ids).map(([path, id]) => [path, { path, id, mode: 'file' as const }]))
  return { label: 'staged files', stored: true, files, read: async () => new Map() }
}

function at(path: string, rule = 'x', isNew = false): Diagnostic {
  const finding = {
    rule,
    severity: 'error',
    place: WHOLE_FILE,
    message: '',
    help: '',
    fixable: false,
  } as const
  return { ...toDiagnostic(finding, path, 'l'), new: isNew }
}

const before = staged({ 'd/same.md': '1', 'd/edited.md': '2', 'e/same.md': '3', 'f/gone.md': '4' })
const after = staged({ 'd/same.md': '1', 'd/edited.md': '5', 'e/same.md': '3', 'd/added.md': '6' })

const spoken = (...diagnostics: Diagnostic[]): string[] =>
  stagedFindings(diagnostics, { before, after }, 'new').map(({ path }) => path)

test('old findings are spoken of in files that the commit changes', () => {
  expect(spoken(at('d/same.md'), at('d/edited.md'), at('d/added.md'), at('f/gone.md'))).toEqual([
    'd/edited.md',
    'd/added.md',
    'f/gone.md',
  ])
})

test('and in directories with such a file in them', () => {
  expect(spoken(at('d'), at('e'), at('f'), at('.'), at('d/e'))).toEqual(['d'])
})

test('new ones, and those of a check that could not do its work, always', () => {
  expect(spoken(at('e', 'x', true), at('e/same.md', 'unreadable'))).toEqual(['e', 'e/same.md'])
  expect(stagedFindings([at('e')], { before: null, after }, 'new').length).toBe(1)
})

test('old errors in files that the commit changes are warnings, unless all errors count', () => {
  const found = [at('d/edited.md'), at('d/edited.md', 'x', true), at('d/edited.md', 'unreadable')]
  const severities = (failOn: 'new' | 'all'): string[] =>
    stagedFindings(found, { before, after }, failOn).map(({ severity }) => severity)
  expect(severities('new')).toEqual(['warning', 'error', 'error'])
  expect(severities('all')).toEqual(['error', 'error', 'error'])
})
