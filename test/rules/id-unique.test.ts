import { expect, test } from 'vitest'
import type { Document } from '../../src/core/document.ts'
import { idUnique } from '../../src/rules/id-unique.ts'
import { documentOf, itemOf, line, memoryOf } from '../core/literal-parts.ts'

function found(documents: readonly Document[]): string[] {
  const all: string[] = []
  idUnique.check(memoryOf(documents), (path, { place, message, help }) =>
    all.push(`${path}:${place.line} ${message} | ${help}`),
  )
  return all
}

const item = (id: string | undefined, number: number) =>
  itemOf({ key: `${id} ${number}`, place: line(number), ...(id !== undefined && { id }) })

test('accepts ids of their own, and items without one', () => {
  const documents = [
    documentOf({ path: 'a.md', items: [item('1', 1), item(undefined, 2), item(undefined, 3)] }),
    documentOf({ path: 'b.md', items: [item('2', 1), item('', 2)] }),
  ]
  expect(found(documents)).toEqual([])
})

test('names every later item, and where the first one is', () => {
  const documents = [
    documentOf({ path: 'a.md', items: [item('7', 3), item('7', 9)] }),
    documentOf({ path: 'b.md', items: [item('8', 1), item('7', 5)] }),
  ]
  expect(found(documents)).toEqual([
    'a.md:9 Id 7 is already in use | Give it a new id: a.md:3 has this one.',
    'b.md:5 Id 7 is already in use | Give it a new id: a.md:3 has this one.',
  ])
})

test('says how a move to the archive ends that was stopped half-way', () => {
  const archived = documentOf({ path: 'a/archive/x.md', archive: true, items: [item('7', 2)] })
  const [living, other] = ['Same', 'Other'].map((title) =>
    documentOf({ path: 'a/x.md', items: [{ ...item('7', 2), title }] }),
  )
  const same = { ...archived, items: archived.items.map((one) => ({ ...one, title: 'Same' })) }
  expect(found([same, living as Document])).toEqual([
    'a/x.md:2 Id 7 is already in use | A move to the archive was stopped half-way: archive it again, or delete it from a/x.md. With a new id there would be two of it.',
  ])
  expect(found([same, other as Document])).toEqual([
    'a/x.md:2 Id 7 is already in use | Give it a new id: a/archive/x.md:2 has this one.',
  ])
})
