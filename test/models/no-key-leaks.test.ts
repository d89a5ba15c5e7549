import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Io } from '../../src/cli/command.ts'
import { callAndPrint } from '../../src/cli/operations/call-and-print.ts'
import { redactingIo } from '../../src/cli/run-command.ts'
import { askLine } from '../helpers/asking-line.ts'
import { ANSWERS, type Behaviour, CUT_ANSWERS, fakeModels } from '../helpers/fake-models.ts'
import { modelsFileWith } from '../helpers/open-test-models.ts'
import { LONG } from '../helpers/runs.ts'
import { lineLog } from '../helpers/saving/line-log.ts'
import { tempFolder, tempRepo } from '../helpers/temp-repo.ts'

/** No form of a known service, so nothing finds it by its looks. */
const KEY = 'canary/"quoted"+key 8f14e45fceea167a'
const SPELLINGS = [KEY, JSON.stringify(KEY).slice(1, -1), encodeURIComponent(KEY), 'canary']

/** Every text below a folder. */
function textsIn(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), 'latin1')}`)
    .join('\n')
}

/** Calls the operation as the command line does, and gives all that is printed or written anywhere. */
async function leftBy(model: object, home: string): Promise<{ printed: string; written: string }> {
  const { dir } = tempRepo()
  const models = modelsFileWith(
    JSON.stringify({ models: { one: model }, limits: { seconds: 1, tokensPerDay: 9999 } }),
  )
  let printed = ''
  const stream = { isTTY: true, write: (text: string) => (printed += text) }
  const env = { ...process.env, HOME: home, XDG_CACHE_HOME: join(home, 'cache'), MODEL_KEY: KEY }
  const outer: Io = {
    stdout: stream,
    stderr: stream,
    stdin: async () => '',
    env,
    cwd: dir,
    now: () => new Date(),
  }
  await redactingIo(outer, (io) =>
    callAndPrint(
      { operation: askLine, layout: lineLog },
      { log: 'a', line: `one ${KEY} text.` },
      { words: [], flags: { color: false, cache: true, debug: true, models, format: 'json' }, io },
    ),
  )
  return { printed, written: textsIn(dir) + textsIn(home) }
}

const ECHO = `you sent ${KEY} as ${JSON.stringify({ KEY })} and ${encodeURIComponent(KEY)}`
const RETRY = { 'retry-after': '0' }

const FAILURES: readonly (readonly [
  string,
  (answer: (text: string) => unknown, cut: unknown) => Behaviour,
])[] = [
  ['good', (answer) => ({ json: answer(`- one ${KEY} text.\n`) })],
  ['cut', (_, cut) => ({ json: cut })],
  ['malformed', () => ({ status: 200, text: `{"said": "${ECHO}` })],
  ['without text', () => ({ json: { message: ECHO, error: KEY } })],
  ['429', () => ({ status: 429, headers: { ...RETRY, 'x-key': 'k' }, text: ECHO })],
  ['500', () => ({ status: 500, headers: RETRY, text: JSON.stringify({ error: ECHO }) })],
  ['401', () => ({ status: 401, text: `${'x'.repeat(190)} ${KEY}` })],
  ['disconnect', () => 'disconnect'],
  ['breaks off', () => 'half'],
  ['redirect', () => ({ status: 307, headers: { location: `/${encodeURIComponent(KEY)}` }, text: ECHO })],
]

const PROVIDERS = ['openai', 'anthropic', 'ollama'] as const

/** A provider that behaves so is asked: it got the key, and the key is left nowhere. */
async function expectKept(
  provider: (typeof PROVIDERS)[number],
  behaviour: (typeof FAILURES)[number][1],
): Promise<void> {
  const { url, seen } = await fakeModels(() => behaviour(ANSWERS[provider], CUT_ANSWERS[provider]))
  const model = { provider, baseUrl: url, model: 'm', apiKeyEnv: 'MODEL_KEY' }
  const { printed, written } = await leftBy(model, tempFolder())
  // The endpoint got it, and only where keys go.
  expect(JSON.stringify(seen[0]?.headers)).toContain(JSON.stringify(KEY).slice(1, -1))
  expect(JSON.stringify(seen[0]?.body)).not.toContain('canary')
  expect(printed).not.toBe('')
  for (const spelling of SPELLINGS) {
    expect(printed).not.toContain(spelling)
    expect(written).not.toContain(spelling)
  }
}

for (const [turn, provider] of PROVIDERS.entries()) {
  // Each provider with each failure in the long run; else they take turns.
  const some = FAILURES.filter((_, i) => LONG || i % 3 === turn)
  test.each(some)(`a key of ${provider} is left nowhere: %s`, (_, behaviour) =>
    expectKept(provider, behaviour),
  )
}

/** A program that has the key in a variable is asked: the key is left nowhere. */
async function expectKeptByProgram(code: string): Promise<void> {
  const model = { provider: 'command', command: [process.execPath, '-e', code], apiKeyEnv: 'MODEL_KEY' }
  const { printed, written } = await leftBy(model, tempFolder())
  expect(printed).not.toBe('')
  expect(printed + written).not.toContain('canary')
}

test.each([
  ['good', 'process.stdout.write("- one " + process.env.MODEL_KEY + " text.\\n")'],
  ['fails', 'process.stderr.write("bad key " + process.env.MODEL_KEY); process.exit(3)'],
])('a key of a program is left nowhere: %s', (_, code) => expectKeptByProgram(code))

// They are waited for at the same time.
test('a key is left nowhere by an endpoint or a program that is slow', async () => {
  const slow = 'process.stdout.write(process.env.MODEL_KEY); setInterval(() => {}, 1000)'
  const some = PROVIDERS.filter((provider) => LONG || provider === 'anthropic')
  await Promise.all([
    expectKeptByProgram(slow),
    ...some.map((provider) => expectKept(provider, () => 'silence')),
  ])
})

test('a key of recorded answers is left nowhere', async () => {
  const home = tempFolder()
  const model = { provider: 'recorded', file: join(home, 'none.json'), apiKeyEnv: 'MODEL_KEY' }
  const { printed, written } = await leftBy(model, home)
  expect(printed).toContain('none.json cannot be read')
  expect(printed + written).not.toContain('canary')
})

test('a short value that a server takes for a key hides no word of an answer', async () => {
  const { url } = await fakeModels(() => ({ json: ANSWERS.ollama('- ollama is set up.\n') }))
  const { dir } = tempRepo()
  const one = { provider: 'ollama', baseUrl: url, model: 'm', apiKeyEnv: 'MODEL_KEY' }
  const models = modelsFileWith(JSON.stringify({ models: { one } }))
  const stream = { write: () => true }
  const io = { stdout: stream, stderr: stream, stdin: async () => '', cwd: dir, now: () => new Date() }
  await callAndPrint(
    { operation: askLine, layout: lineLog },
    { log: 'a', line: 'x' },
    { words: [], flags: { color: false, cache: false, models }, io: { ...io, env: { MODEL_KEY: 'ollama' } } },
  )
  expect(readFileSync(join(dir, 'log/a.txt'), 'utf8')).toBe('- ollama is set up.\n')
})
