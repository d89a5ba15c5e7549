import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Found } from '../../src/operations/search/search-schemas.ts'
import { type Behaviour, fakeModels, type SeenRequest } from '../helpers/fake-models.ts'
import { rowsOf } from '../helpers/runs.ts'
import { memkeep } from '../helpers/setup.ts'
import { type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const KEY = 'canary-key-8f14e45fceea167a5a36dedd4bea2543'

/** A meaning in numbers: one for each. */
const MEANINGS = [/cat|feline/i, /car|vehicle/i, /bread|bakery/i]

function vectorOf(text: string): readonly number[] {
  return [...MEANINGS.map((meaning) => (meaning.test(text) ? 1 : 0)), 0.1]
}

const meaning = (request: SeenRequest): Behaviour => ({
  json: {
    data: (request.body.input as string[]).map((text, index) => ({ index, embedding: vectorOf(text) })),
  },
})

function memory(): TempRepo {
  const repo = tempRepo()
  for (const [name, title] of [
    ['a', 'Feline nutrition'],
    ['b', 'Vehicle engines'],
    ['c', 'The bakery opens at six'],
  ]) {
    repo.write(
      `memory/facts/${name}.md`,
      `---\nid: fact-${name}\ntitle: ${title}\ncreated: 2026-01-01\n---\n\n${title}.\n`,
    )
  }
  repo.commit()
  return repo
}

type Answer = { readonly found: Found; readonly said: string }

/** `memkeep find` with an endpoint that behaves so. */
async function asking(
  behave: (request: SeenRequest, count: number) => Behaviour,
  own: object = {},
): Promise<{ ask: (repo: TempRepo, query: string) => Promise<Answer>; seen: readonly SeenRequest[] }> {
  const { url, seen } = await fakeModels(behave)
  const path = join(tempFolder(), 'models.yaml')
  const embeddings = { baseUrl: `${url}/v1`, model: 'e-1', apiKeyEnv: 'MODEL_KEY', timeout: 1, ...own }
  writeFileSync(path, JSON.stringify({ embeddings, limits: { totalSeconds: 3 } }))
  const ask = async ({ dir }: TempRepo, query: string): Promise<Answer> => {
    const env = { MODEL_KEY: KEY, XDG_CACHE_HOME: tempFolder() }
    const { out, err } = await memkeep(dir, ['find', query, '--format', 'json', '--models', path], env)
    const text = await memkeep(dir, ['find', query, '--models', path, '--debug'], env)
    return { found: JSON.parse(out) as Found, said: out + err + text.out + text.err }
  }
  return { ask, seen }
}

test('finds what has the meaning and none of the words, with what has the words', async () => {
  const repo = memory()
  const { ask } = await asking(meaning)
  const { found } = await ask(repo, 'cat food')
  expect(found.results.map(({ title }) => title)[0]).toBe('Feline nutrition')
  expect(found.degraded).toBeUndefined()
  const both = await ask(repo, 'vehicle of the bakery')
  expect(
    both.found.results
      .slice(0, 2)
      .map(({ title }) => title)
      .sort(),
  ).toEqual(['The bakery opens at six', 'Vehicle engines'])
})

test('sends each text once, outside of git, and a changed one again', async () => {
  const repo = memory()
  const { ask, seen } = await asking(meaning)
  await ask(repo, 'cat food')
  const texts = seen.map(({ body }) => (body.input as string[]).length)
  // The query, the texts of the memory; then the query of the second command.
  expect(texts).toEqual([1, 3, 1])
  await ask(repo, 'cat food')
  expect(seen).toHaveLength(5)
  repo.write('memory/facts/a.md', '---\nid: fact-a\ntitle: Cats\ncreated: 2026-01-01\n---\n\nCats.\n')
  await ask(repo, 'cat food')
  expect(seen[6]?.body.input).toEqual([expect.stringContaining('Cats')])
  expect(repo.git('status', '--porcelain').trim()).toBe('M memory/facts/a.md')
})

test('a model that was replaced behind its name is asked for the whole memory again', async () => {
  const repo = memory()
  let size = 4
  const { ask, seen } = await asking((request) => ({
    json: {
      data: (request.body.input as string[]).map((text, index) => ({
        index,
        embedding: [...vectorOf(text), 0, 0, 0].slice(0, size),
      })),
    },
  }))
  await ask(repo, 'cat food')
  size = 6
  repo.write('memory/facts/d.md', '---\nid: fact-d\ntitle: Dogs\ncreated: 2026-01-01\n---\n\nDogs.\n')
  for (let i = 0; i < 2; i++) {
    const { found } = await ask(repo, 'cat food')
    expect(found.degraded).toBeUndefined()
    expect(found.results[0]?.title).toBe('Feline nutrition')
  }
  const sent = seen.map(({ body }) => (body.input as string[]).length)
  expect(sent).toEqual([1, 3, 1, 1, 4, 1, 1, 1])
})

const NO_USE: readonly [string, (request: SeenRequest, count: number) => Behaviour, object][] = [
  ['a failure of the server', () => ({ status: 500, text: `bad ${KEY}` }), {}],
  ['no answer in time', () => 'silence', {}],
  ['other dimensions than asked for', meaning, { dimensions: 7 }],
  [
    'a query of other dimensions than the memory',
    (request) =>
      (request.body.input as string[]).length === 1
        ? { json: { data: [{ index: 0, embedding: [1, 2] }] } }
        : meaning(request),
    {},
  ],
]

test.each(rowsOf(NO_USE, 2))('gives the answer by words and says so: %s', async (_, behave, own) => {
  const repo = memory()
  const plain = JSON.parse((await memkeep(repo.dir, ['find', 'vehicle', '--format', 'json'])).out) as Found
  const { ask } = await asking(behave, own)
  const { found, said } = await ask(repo, 'vehicle')
  const { degraded, tokens, ...rest } = found
  expect(degraded).toMatch(/\w/)
  // The note that it was so is a part of the answer.
  expect({ ...rest, tokens: { ...tokens, used: plain.tokens.used } }).toEqual(plain)
  expect(said).toContain('embeddings have no part in this answer')
  expect(said).not.toContain(KEY)
  const folder = join(repo.dir, '.git/memkeep')
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isFile()) expect(readFileSync(path, 'latin1')).not.toContain(KEY)
  }
})
