import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nearTags } from '../../src/retrieval/near-tags.ts'
import { runs } from '../helpers/runs.ts'

const tallies = (counts: { readonly [tag: string]: number }) =>
  Object.entries(counts).map(([name, count]) => ({ name, count }))

const pairs = (counts: { readonly [tag: string]: number }): string[] =>
  nearTags(tallies(counts)).map(({ tag, like }) => `${tag} → ${like}`)

describe('tags that are probably one', () => {
  test.each([
    ['case', { NodeJS: 9, nodejs: 1 }, 'NodeJS → nodejs'],
    ['separators', { 'node.js': 1, nodejs: 3 }, 'node.js → nodejs'],
    ['plural', { webhooks: 2, webhook: 2 }, 'webhooks → webhook'],
    ['plural, in words', { 'api-keys': 4, 'api-key': 1 }, 'api-key → api-keys'],
    ['endings', { caching: 3, cache: 5 }, 'caching → cache'],
    ['endings with a double letter', { planning: 3, plans: 5 }, 'planning → plans'],
    ['a noun of a verb', { migrations: 3, migrate: 1 }, 'migrate → migrations'],
    ['endings, in words', { 'test-runner': 2, 'testing-runner': 1 }, 'testing-runner → test-runner'],
    ['one letter too few', { kubernetes: 8, kuberntes: 1 }, 'kuberntes → kubernetes'],
    ['one other letter', { postgresql: 4, postgrezql: 1 }, 'postgrezql → postgresql'],
  ])('%s', (_, counts, pair) => {
    expect(pairs(counts)).toEqual([pair])
  })

  test.each([
    ['text', 'test'],
    ['app', 'api'],
    ['v1', 'v2'],
    ['red', 'read'],
    ['c', 'c++'],
    ['c#', 'c'],
    ['css', 'cs'],
    ['js', 'j'],
    ['v1.10', 'v110'],
    ['node-18', 'node-20'],
    ['version-10', 'version-11'],
    ['https', 'http'],
    ['container', 'contain'],
    ['university', 'universe'],
    ['important', 'import'],
    ['relative', 'relation'],
    ['settings', 'set'],
    ['blocking', 'clocking'],
    ['encoding', 'decoding'],
    ['frontend', 'backend'],
    ['authentication', 'authorization'],
    ['staging', 'string'],
    ['news', 'new'],
    ['windows', 'window'],
    ['processor', 'process'],
    ['router', 'routes'],
    ['docker', 'docs'],
    ['import', 'export'],
    ['client', 'clients-only'],
  ])('not %s, %s', (one, other) => {
    expect(pairs({ [one]: 1, [other]: 40 })).toEqual([])
    expect(pairs({ [one]: 40, [other]: 1 })).toEqual([])
  })

  test('one other letter counts only next to a much commoner tag', () => {
    expect(pairs({ adapters: 2, adaptors: 2 })).toEqual([])
    expect(pairs({ kubernetes: 8, kuberntes: 3 })).toEqual([])
    expect(pairs({ kubernetes: 2, kuberntes: 1 })).toEqual([])
  })

  test('several of one meaning go to the commonest, and none to one that goes itself', () => {
    const counts = { webhooks: 3, 'web-hook': 1, webhook: 5, 'Web Hooks': 7 }
    expect(pairs(counts)).toEqual(['Web Hooks → webhook', 'web-hook → webhook', 'webhooks → webhook'])
  })

  test('counts of several layouts add up', () => {
    const found = nearTags([
      { name: 'webhooks', count: 2 },
      { name: 'webhook', count: 1 },
      { name: 'webhook', count: 2 },
    ])
    expect(found).toEqual([
      {
        tag: 'webhooks',
        count: 2,
        like: 'webhook',
        likeCount: 3,
        command: 'memkeep rename-tag webhooks webhook',
      },
    ])
  })

  test('the command is one for a shell, whatever the tag is', () => {
    const commandOf = (counts: { readonly [tag: string]: number }): string | undefined =>
      nearTags(tallies(counts))[0]?.command
    expect(commandOf({ 'web hooks': 1, 'web-hooks': 1 })).toBe("memkeep rename-tag 'web hooks' web-hooks")
    expect(commandOf({ '-webhooks': 1, webhooks: 1 })).toBe('memkeep rename-tag -- -webhooks webhooks')
    expect(commandOf({ '$(x)-y': 1, '$(x)_y': 1 })).toBe("memkeep rename-tag '$(x)_y' '$(x)-y'")
    expect(pairs({ 'web\u001bhooks': 1, 'web\u001b-hooks': 1, '': 3 })).toEqual([])
  })
})

const word = fc.constantFrom(
  'web',
  'Web',
  'hook',
  'hooks',
  'test',
  'testing',
  'kubernetes',
  'kubernets',
  'c#',
)
const tag = fc
  .array(word, { minLength: 1, maxLength: 3 })
  .chain((words) => fc.constantFrom('-', '.', '_', ' ').map((by) => words.join(by)))

test('the order of the tallies makes no difference, and no rename leads to a tag that is renamed', () => {
  fc.assert(
    fc.property(fc.dictionary(tag, fc.integer({ min: 1, max: 20 })), fc.nat(), (counts, turn) => {
      const all = tallies(counts)
      const found = nearTags(all)
      const at = all.length === 0 ? 0 : turn % all.length
      expect(nearTags([...all.slice(at).reverse(), ...all.slice(0, at)])).toEqual(found)
      const gone = new Set(found.map((one) => one.tag))
      expect(found.filter(({ like }) => gone.has(like))).toEqual([])
    }),
    { numRuns: runs(200) },
  )
})

const LENGTH = runs(20_000, 4_000)

test(`${LENGTH} tags that look alike are compared in time`, () => {
  const all = Array.from({ length: LENGTH }, (_, i) => {
    const letters = [...i.toString(26).padStart(6, '0')].map((digit) =>
      String.fromCharCode(97 + Number.parseInt(digit, 26)),
    )
    return { name: `similar${letters.join('')}`, count: (i % 7) + 1 }
  })
  const started = process.cpuUsage()
  nearTags(all)
  const { user, system } = process.cpuUsage(started)
  expect((user + system) / 1e6).toBeLessThan(runs(20, 4))
})

test('a command gives only a name that a rename writes', () => {
  const commands = (counts: { readonly [tag: string]: number }): string[] =>
    nearTags(tallies(counts)).map(({ command }) => command)
  expect(commands({ Backup: 2, Backups: 1 })).toEqual(['memkeep rename-tag Backups backup'])
  expect(commands({ 'Api Key': 2, 'Api Keys': 1 })).toEqual(["memkeep rename-tag 'Api Keys' api-key"])
  expect(commands({ 'rm; x': 2, 'rm; xs': 1 })).toEqual([])
})
