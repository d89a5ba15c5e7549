import { expect, test } from 'vitest'
import { rootPaths } from '../../../src/core/layout.ts'
import { DEFAULT_SETTINGS } from '../../../src/core/settings.ts'
import { coworkPaths } from '../../../src/layouts/cowork/claim.ts'
import { cowork } from '../../../src/layouts/cowork/layout.ts'

const { claim } = coworkPaths

const P = '.cowork/memory/project'

test.each([
  [`${P}/memory.json`, 'project-memory', ''],
  [`${P}/decisions/dec-iter-1-1.md`, 'decision-detail', 'dec-iter-1-1'],
  [`${P}/patterns/pat-iter-1-1.md`, 'pattern-detail', 'pat-iter-1-1'],
  [`${P}/patterns/dec-iter-1-1.md`, 'pattern-detail', 'dec-iter-1-1'],
  [`${P}/context/context.md`, 'project-context', ''],
  ['.cowork/memory/iterations/Stufe zwei.json', 'iteration-memory', 'Stufe zwei'],
  ['.cowork/session.json', 'cowork-session', ''],
  [`${P}/insights/ins-1.md`, 'project-insight', ''],
  [`${P}/insights/2026/ins-1.json`, 'project-insight', ''],
])('%s is a %s', (path, kind, scope) => {
  expect(claim(path, 'file', DEFAULT_SETTINGS)).toEqual({ kind, scope })
  expect(claim(path, 'link', DEFAULT_SETTINGS)).toEqual({ kind, scope })
  expect(claim(path, 'submodule', DEFAULT_SETTINGS)).toBeNull()
  expect(claim(`sub/${path}`, 'file', DEFAULT_SETTINGS)).toBeNull()
  expect(cowork.kinds.map(({ id }) => id)).toContain(kind)
})

test.each([
  `${P}/decisions/README.md`,
  `${P}/decisions/old/dec-iter-1-1.md`,
  `${P}/decisions/dec-iter-1-1.txt`,
  `${P}/memory.json.bak`,
  `${P}/insights/chart.png`,
  '.cowork/memory/iterations/a/b.json',
  '.cowork/memory/session.json',
  '.coworker/session.json',
])('%s is not claimed', (path) => {
  expect(claim(path, 'file', DEFAULT_SETTINGS)).toBeNull()
})

test('the root can be moved', () => {
  const settings = { ...DEFAULT_SETTINGS, options: { cowork: { root: 'agents/cowork' } } }
  expect(rootPaths(cowork, settings)).toEqual(['agents/cowork'])
  expect(claim('agents/cowork/session.json', 'file', settings)?.kind).toBe('cowork-session')
  expect(claim('.cowork/session.json', 'file', settings)).toBeNull()
})
