import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkLiteral } from '../../helpers/check-literal.ts'

const FOLDER = 'examples/atomic'

const files = Object.fromEntries(
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(FOLDER, path), 'utf8')]),
)

test('the example has every kind of item, and nothing is wrong with it', async () => {
  const { diagnostics, documents } = await checkLiteral(files)
  expect(diagnostics).toEqual([])
  expect(documents.map(({ path }) => path)).toHaveLength(Object.keys(files).length - 1)
  expect(new Set(documents.map(({ kind }) => kind))).toEqual(
    new Set(['fact', 'decision', 'goal', 'task', 'reflection']),
  )
})
