import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { layoutOperations } from '../../src/layouts/operations.ts'

/** A name out of each library that a run without findings has no use for, and the file that holds it instead. */
const LAZY = [
  ['codeFrameColumns', 'code-frame.cjs'],
  ['closestMatch', 'seldom.cjs'],
  ['SVGPainter', 'html-report.cjs'],
  ['renderForMachines', 'for-machines.cjs'],
] as const

test.each(LAZY)('%s is loaded only when it is needed', (name, file) => {
  expect(readFileSync(`dist/${file}`, 'utf8')).toContain(name)
  expect(readFileSync('dist/main.cjs', 'utf8')).not.toContain(`function ${name}`)
})

test('every file that the command loads later was built', () => {
  const bundle = readFileSync('dist/main.cjs', 'utf8')
  const loaded = [...bundle.matchAll(/(?:import|require)\("(\.\/[^"]+)"\)/g)].map(
    ([, path]) => `dist/${path}`,
  )
  expect(loaded.length).toBeGreaterThan(0)
  expect(loaded.filter((path) => !existsSync(path))).toEqual([])
})

test('what agents ask for is in no file that a check or a hook loads', () => {
  const names = ['judge', 'judge-commit', 'other-hooks', 'merge-driver', 'hook', 'main', 'document-stage']
  const holding = (text: string): string[] =>
    [...names, 'agents', 'mcp'].filter((name) => readFileSync(`dist/${name}.cjs`, 'utf8').includes(text))
  // Callers hold the names of tools: a title shows that the tool itself is in a bundle.
  const ours = layoutOperations.flatMap(({ operations }) => operations.map(({ title }) => title))
  for (const title of ours) expect(holding(title), title).toEqual(['agents', 'mcp'])
  expect(holding('notifications/initialized')).toEqual(['mcp'])
})

/** What shows that a schema of the protocol's packages is in the bundle, or how they are made there. */
test.each([
  ['of logging in', 'redirect_uris', false],
  ['of questions to people', 'PROPERTY_KEYS_BY_TYPE=', false],
  ['that are not compiled each', 'jitless:!0', true],
  ['but those that are made later', '$made=once(', true],
])('the server starts without schemas: %s', (_, text, isThere) => {
  expect(readFileSync('dist/mcp.cjs', 'utf8').includes(text)).toBe(isThere)
})

test('every file that a step of the action loads later lies next to it', () => {
  const folder = '.github/actions/check/dist'
  const asked = readdirSync(folder)
    .filter((name) => name.endsWith('.cjs'))
    .flatMap((name) => [
      ...readFileSync(`${folder}/${name}`, 'utf8').matchAll(/(?:import|require)\("\.\/([^"]+\.cjs)"\)/g),
    ])
    .map(([, name]) => name ?? '')
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.filter((name) => !existsSync(`${folder}/${name}`))).toEqual([])
})
