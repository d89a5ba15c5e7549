import { beforeAll, describe, expect, test } from 'vitest'
import { isDocument, type NamesKnown } from '../../../src/ci/shards/shard-facts.ts'
import type { Document } from '../../../src/core/document.ts'
import { layouts } from '../../../src/layouts/index.ts'
import { rules } from '../../../src/rules/index.ts'
import { checkLiteral } from '../../helpers/check-literal.ts'
import { cleanWorkspace } from '../../helpers/clean-workspace.ts'

const KNOWN: NamesKnown = {
  kinds: new Map(layouts.map(({ id, kinds }) => [id, new Set(kinds.map((kind) => kind.id))])),
  rules: new Set([...rules, ...layouts.flatMap((layout) => layout.rules)].map(({ id }) => id)),
}

const DECISIONS = 'user/memory/workspaces/devtools/decisions.md'
const MORE = `<!-- memkeep-disable-next-line entry-tags -- imported -->
### [2026-03-01] Wrong

**Tags:** Two Words

A [link](missing.md).

## Later
---

<!-- memkeep-removed [2026-03-02] Deploy key -- it held the key -->
`

let documents: readonly Document[] = []
let rich: Document | undefined

beforeAll(async () => {
  const files = { ...cleanWorkspace, [DECISIONS]: `${String(cleanWorkspace[DECISIONS])}\n${MORE}` }
  documents = (await checkLiteral(files)).documents
  rich = documents.find(({ path }) => path === DECISIONS)
})

test('everything that the document stage gives is a document', () => {
  expect(documents.length).toBeGreaterThan(20)
  expect(documents.filter((one) => !isDocument(JSON.parse(JSON.stringify(one)), KNOWN))).toEqual([])
  expect(isDocument({ ...rich, transient: true }, KNOWN)).toBe(true)
})

/** Every place in a value: what a doctored file could hold something else in. */
function placesIn(value: unknown, at: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [at]
  // What a kind wants to know is in the kind's own shape.
  const own = Object.entries(value).filter(([key]) => !['facts', 'frontMatter', 'fields'].includes(key))
  return [at, ...own.flatMap(([key, one]) => placesIn(one, [...at, key]))]
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>
  copy[key] = replaced(copy[key], rest, by)
  return copy
}

describe('something else in any place', () => {
  test('is seen', () => {
    const places = placesIn(rich)
    expect(places.length).toBeGreaterThan(150)
    const strange = [undefined, {}, [{}], -1, 1.5, { length: 1 }]
    const missed = places.flatMap((at) =>
      strange.filter((by) => isDocument(replaced(rich, at, by), KNOWN)).map((by) => [at.join('.'), by]),
    )
    expect(missed).toEqual([])
  })

  test.each([
    ['an unknown layout', { layout: 'nowhere' }],
    ['a layout of every object', { layout: 'constructor' }],
    ['an unknown kind', { kind: 'nothing' }],
    ['a key too many', { more: 1 }],
    ['edits', { edits: [] }],
    ['transient in words', { transient: 'yes' }],
    ['front matter that is a list', { frontMatter: [] }],
    ['no facts at all', { facts: undefined }],
  ])('%s', (_, part) => {
    expect(isDocument({ ...rich, ...part }, KNOWN)).toBe(false)
  })

  test('what is nested too deep for a call stack', () => {
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as unknown
    expect(isDocument({ ...rich, facts: deep }, KNOWN)).toBe(false)
    expect(isDocument({ ...rich, frontMatter: { a: deep } }, KNOWN)).toBe(false)
  })

  test('a key named __proto__ is only a key', () => {
    const text = JSON.stringify(rich).replace('"facts":', '"__proto__":{"polluted":1},"facts":')
    expect(isDocument(JSON.parse(text), KNOWN)).toBe(false)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })
})
