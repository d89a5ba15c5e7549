import { execFile } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { ModelReply, ModelRequest } from '../../src/core/model.ts'
import { openDailyTokens, usageFolder } from '../../src/models/daily-tokens.ts'
import { ANSWERS, fakeModels } from '../helpers/fake-models.ts'
import { openTestModels } from '../helpers/open-test-models.ts'
import { bundledWorker } from '../helpers/saving/bundle.ts'
import { tempFolder } from '../helpers/temp-repo.ts'

const DAY = '2026-06-01'

function request(role: string): ModelRequest {
  return { role, system: 'Answer in one line.', user: 'What is open?', maxOutputTokens: 50 }
}

function counted(folder: string): unknown {
  return JSON.parse(readFileSync(join(folder, 'tokens.json'), 'utf8'))
}

describe('the count of a day', () => {
  test('refuses what does not fit, says why, and counts no more', async () => {
    const folder = join(tempFolder(), 'deep/memkeep')
    const counts = openDailyTokens({ most: 100, folder, today: () => DAY })
    expect(await counts.reserve(60)).toBeNull()
    expect(await counts.reserve(60)).toBe(
      'the limit of 100 tokens a day is reached: 60 are used today, and this needs about 60',
    )
    await counts.correct(-30)
    expect(await counts.reserve(60)).toBeNull()
    expect(counted(folder)).toEqual({ day: DAY, tokens: 90 })
    expect(readdirSync(folder)).toEqual(['tokens.json'])
  })

  test('begins again on another day', async () => {
    const folder = tempFolder()
    let day = DAY
    const counts = openDailyTokens({ most: 100, folder, today: () => day })
    await counts.reserve(90)
    day = '2026-06-02'
    expect(await counts.reserve(90)).toBeNull()
    expect(counted(folder)).toEqual({ day, tokens: 90 })
  })

  test('that cannot be read is not zero', async () => {
    const folder = tempFolder()
    writeFileSync(join(folder, 'tokens.json'), '{"day":')
    const counts = openDailyTokens({ most: 100, folder, today: () => DAY })
    await expect(counts.reserve(1)).rejects.toThrow('it counts the tokens of the day')
  })

  test.skipIf(process.getuid?.() === 0)('that cannot be written is not zero', async () => {
    const folder = tempFolder()
    chmodSync(folder, 0o500)
    const counts = openDailyTokens({ most: 100, folder, today: () => DAY })
    await expect(counts.reserve(1)).rejects.toThrow()
  })

  test('is one of all processes together', { timeout: 60_000 }, async () => {
    const folder = tempFolder()
    const worker = bundledWorker('tokens-worker')
    const runs = await Promise.all(
      [1, 2, 3].map(() => promisify(execFile)(process.execPath, [worker, folder, '500', '30'])),
    )
    expect(runs.reduce((total, { stdout }) => total + Number(stdout), 0)).toBe(50)
    expect(counted(folder)).toEqual({ day: DAY, tokens: 500 })
  })

  test("lies in the user's cache", () => {
    expect(usageFolder({ XDG_CACHE_HOME: '/cache' })).toBe('/cache/memkeep')
    expect(usageFolder({ XDG_CACHE_HOME: 'relative' })).toMatch(/\/\.cache\/memkeep$/)
  })
})

describe('a limit of tokens a day', () => {
  const models = (url: string, tokensPerDay: number) => ({
    models: { one: { provider: 'openai', baseUrl: url, model: 'm' } },
    limits: { tokensPerDay },
  })

  test('is kept by what the endpoint counts, and refuses a call before anything is asked', async () => {
    const { url, seen } = await fakeModels(() => ({ json: ANSWERS.openai('fine') }))
    const cache = tempFolder()
    const env = { XDG_CACHE_HOME: cache }
    const ask = () => openTestModels(models(url, 250), { env })([request('a')])
    expect(await ask()).toMatchObject([{ text: 'fine' }])
    expect(counted(join(cache, 'memkeep'))).toEqual({ day: DAY, tokens: 107 })
    await ask()
    await expect(ask()).rejects.toThrow('the limit of 250 tokens a day is reached: 214 are used today')
    expect(seen).toHaveLength(2)
  })

  test('that is reached in the midst of a call is a failure, and what was said before is kept', async () => {
    const { url, seen } = await fakeModels(() => ({ json: ANSWERS.openai('fine') }))
    const ask = openTestModels(models(url, 150), { env: { XDG_CACHE_HOME: tempFolder() } })
    expect(await ask([request('a')])).toMatchObject([{ text: 'fine' }])
    const [reply] = (await ask([request('a')])) as [ModelReply]
    expect(reply).toMatchObject({ failure: 'refused', detail: expect.stringContaining('tokens a day') })
    expect(seen).toHaveLength(1)
  })

  test('counts nothing for a request that the endpoint refused, and the prompt for one without an end', async () => {
    const cache = tempFolder()
    const env = { XDG_CACHE_HOME: cache }
    const { url } = await fakeModels(() => ({ status: 400 }))
    await openTestModels(models(url, 1000), { env })([request('a')])
    expect(counted(join(cache, 'memkeep'))).toEqual({ day: DAY, tokens: 0 })
    const silent = await fakeModels(() => 'silence')
    const late = { ...models(silent.url, 1000), limits: { tokensPerDay: 1000, seconds: 1 } }
    await openTestModels(late, { env })([request('a')])
    expect(counted(join(cache, 'memkeep'))).toEqual({
      day: DAY,
      tokens: expect.toSatisfy((n) => n > 5 && n < 20),
    })
  })

  test('of none writes no file', async () => {
    const { url } = await fakeModels(() => ({ json: ANSWERS.openai('fine') }))
    const cache = tempFolder()
    const { models: one } = models(url, 0)
    await openTestModels({ models: one }, { env: { XDG_CACHE_HOME: cache } })([request('a')])
    expect(existsSync(join(cache, 'memkeep'))).toBe(false)
  })
})
