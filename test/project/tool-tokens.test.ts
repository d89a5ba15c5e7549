import { expect, test } from 'vitest'
import { namedOperations, sharedNamed } from '../../scripts/generate/named-operations.ts'
import { toolTokens } from '../../scripts/generate/tool-tokens.ts'

const SHARED = sum('all')
const LAYOUTS = [...new Set(namedOperations().map(({ layout }) => layout))]

/** Tokens of what the list of tools shows of a layout where its start names nothing. */
function sum(layout: string): number {
  return [...sharedNamed(), ...namedOperations()]
    .filter((one) => one.layout === layout && one.operation.everyday)
    .reduce((total, { operation }) => total + toolTokens(operation), 0)
}

test.each(LAYOUTS)('the tools of %s and the search cost a conversation 1,500 tokens at most', (layout) => {
  expect(sum(layout)).toBeGreaterThan(0)
  expect(SHARED + sum(layout)).toBeLessThanOrEqual(1500)
})

test('those of any two layouts cost 2,600 at most', () => {
  const [first = 0, second = 0] = LAYOUTS.map(sum).sort((a, b) => b - a)
  expect(SHARED + first + second).toBeLessThanOrEqual(2600)
})
