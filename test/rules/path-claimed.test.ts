import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS, type Settings } from '../../src/core/settings.ts'
import { literalSnapshot } from '../../src/core/snapshot.ts'
import { factsInMemory } from '../../src/engine/documents/facts.ts'
import { loadDocuments } from '../../src/engine/documents/load-documents.ts'
import { pathClaimed } from '../../src/rules/engine-rules.ts'
import { layoutOf, sourceOf } from '../core/literal-parts.ts'

const claiming = (id: string, prefix: string) =>
  layoutOf({
    id,
    kinds: [sourceOf().kind],
    claim: (path) => (path.startsWith(prefix) ? { kind: 'note', scope: '' } : null),
  })

async function found(settings: Settings = DEFAULT_SETTINGS): Promise<string[]> {
  const { documents } = await loadDocuments(literalSnapshot({ 'a/x.md': 'x\n', 'b/y.md': 'y\n' }), {
    layouts: [claiming('first', 'a/'), claiming('second', 'a/x'), claiming('third', '')],
    rules: [pathClaimed],
    settings,
    facts: factsInMemory(),
    today: '',
  })
  return documents.flatMap(({ path, layout, findings }) => [
    `${path} ${layout}`,
    ...findings.map(({ place, severity, rule, message }) => `${place.line} ${severity} ${rule} ${message}`),
  ])
}

test('a path that several layouts claim is kept by the first and reported with all of them', async () => {
  expect(await found()).toEqual([
    'a/x.md first',
    '1 error path-claimed Several layouts claim this path: first, second, third',
    'b/y.md third',
  ])
})

test('settings turn it down or off', async () => {
  const settings = (set: 'warning' | 'off') => ({ ...DEFAULT_SETTINGS, rules: { 'path-claimed': set } })
  expect((await found(settings('warning')))[1]).toMatch(/^1 warning path-claimed/)
  expect(await found(settings('off'))).toEqual(['a/x.md first', 'b/y.md third'])
})
