import { expect, test } from 'vitest'
import { rankPlaces } from '../../src/retrieval/bm25.ts'
import { distanceOf, unknownNames, unknownWords } from '../../src/retrieval/near-terms.ts'
import { buildIndex, factsOf } from '../../src/retrieval/search-index.ts'

const BODIES = ['The payment gateway retries.', 'Apples are red.', 'The database pool has 20 connections.']
const INDEX = buildIndex(BODIES.map((body, i) => factsOf({ id: `${i}`, path: `${i}.md`, fields: { body } })))

test.each([
  ['gateway', 'gateway', 0],
  ['gatway', 'gateway', 1],
  ['gatewya', 'gateway', 1],
  ['gateways', 'gatewal', 2],
  ['zebra', 'gateway', 3],
])('%s is as far from %s as %i mistakes', (a, b, distance) => {
  expect(distanceOf(a, b, 2)).toBe(distance)
})

test('a word that no text has is looked for as the nearest one, which makes the answer no stronger', () => {
  const { places, near, isWeak } = rankPlaces(INDEX, 'gatway', { withNear: true })
  expect([[...places], near]).toEqual([[0], [{ said: 'gatway', used: 'gateway' }]])
  expect(isWeak).toBe(true)
  expect(rankPlaces(INDEX, 'gatway').places).toHaveLength(0)
})

test.each(['aple', 'gate2way', 'zebra', 'payment'])('%s is looked for as it is', (query) => {
  expect(rankPlaces(INDEX, query, { withNear: true }).near).toEqual([])
})

test('words that no text has are named as they are written, without stop words', () => {
  expect(unknownWords(INDEX, 'How does the NVIDIA driver retry a gatway?')).toEqual([
    'NVIDIA',
    'driver',
    'gatway',
  ])
  expect(unknownWords(INDEX, 'payment gateways retried')).toEqual([])
})

test.each([
  ['How does the Algolia search retry?', ['Algolia']],
  ['KNX devices and the gateway retry?', ['KNX']],
  ['which GateWay retries in March', []],
  ['which DataPipe retries in March', ['DataPipe']],
  ['本地Ollama 模型怎样接入', ['Ollama']],
  ['Does the gatway retry? Apples do. Pears retry', []],
  ['Configure the gateway.', []],
  ['Algolia', []],
  ['Algolia search retries', ['Algolia']],
  ['Wie wird die Datenbank auf dem Server gesichert?', []],
  ['Retry Limit Of The Storybook', []],
  ['Is the Payment gateway red?', []],
])('the names that no text has in %s', (query, names) => {
  expect(unknownNames(INDEX, query)).toEqual(names)
})
