import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Io } from '../../src/cli/command.ts'
import { callAndPrint } from '../../src/cli/operations/call-and-print.ts'
import { askLine } from '../helpers/asking-line.ts'
import { ANSWERS, type Behaviour, fakeModels } from '../helpers/fake-models.ts'
import { lineLog } from '../helpers/saving/line-log.ts'
import { tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const GOOD: Behaviour = { json: ANSWERS.openai('- one text.\n') }

type Called = { readonly code: number; readonly printed: string }

/** Calls an operation that asks models, with a file of models next to the repository or where `home` has it. */
async function call(text: string | null, models?: string, behaviour: Behaviour = GOOD): Promise<Called> {
  const { url } = await fakeModels(() => behaviour)
  const { dir } = tempRepo()
  const config = tempFolder()
  const path = join(config, 'memkeep/models.yaml')
  const named = models === undefined ? undefined : join(dir, '..', models)
  const own = named ?? path
  if (text !== null) {
    mkdirSync(join(own, '..'), { recursive: true })
    writeFileSync(own, text.replace('URL', url))
  }
  let printed = ''
  const stream = { write: (said: string) => (printed += said) }
  const io: Io = {
    stdout: stream,
    stderr: stream,
    stdin: async () => '',
    env: { ...process.env, XDG_CONFIG_HOME: config, XDG_CACHE_HOME: config },
    cwd: dir,
    now: () => new Date('2026-06-01T10:00:00Z'),
  }
  const flags = { color: false, cache: false, ...(models !== undefined && { models: join('..', models) }) }
  const asked = { operation: askLine, layout: lineLog }
  const code = await callAndPrint(asked, { log: 'a', line: 'x' }, { words: [], flags, io })
  return { code, printed }
}

const FILE = "models: { a: { provider: openai, baseUrl: 'URL', model: m } }\n"

test('a call asks the models of the user, or those of --models, relative to the directory of the call', async () => {
  expect(await call(FILE)).toMatchObject({ code: 0 })
  expect(await call(FILE, `other-${process.pid}.yaml`)).toMatchObject({ code: 0 })
})

test.each([
  [null, 'no models are set up'],
  ['models: { a: { provider: openai } }', 'models.yaml:1:11: the model a has no `baseUrl`'],
  [
    "models: { a: { provider: openai, baseUrl: 'URL', model: m, apiKeyEnv: NOT_SET_ANYWHERE } }",
    'NOT_SET_ANYWHERE is not set',
  ],
])('what is wrong with the setup is wrong use: %s', async (text, words) => {
  const { code, printed } = await call(text)
  expect(code).toBe(2)
  expect(printed).toContain(words)
})

test('a limit that is reached, and a model that fails, are refusals', async () => {
  const limited = await call(`${FILE}limits: { tokensPerDay: 5 }\n`)
  expect(limited).toEqual({
    code: 1,
    printed: expect.stringContaining('the limit of 5 tokens a day is reached'),
  })
  const failed = await call(FILE, undefined, { status: 401, text: 'no' })
  expect(failed).toEqual({ code: 1, printed: expect.stringContaining('status 401: no') })
})
