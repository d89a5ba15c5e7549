import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A name out of each library that a run without findings has no use for, and the file that holds it instead. */
const LAZY = [
  ['codeFrameColumns', 'code-frame.cjs'],
  ['closestMatch', 'seldom.cjs'],
  ['SVGPainter', 'html-report.cjs'],
  ['forMachines', 'for-machines.cjs'],
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
