import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { limitTime } from '../../src/models/provider.ts'
import { fakeModels } from '../helpers/fake-models.ts'
import { openTestModels } from '../helpers/open-test-models.ts'

/** Collects garbage again and again until the test is over. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const timer = setInterval(collect, 20)
  onTestFinished(() => clearInterval(timer))
}

const later = (milliseconds: number): Promise<unknown> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

test('a limit ends by its time, by the other signal with its reason, and not after its end', async () => {
  const short = limitTime(10)
  await later(50)
  expect([short.signal.aborted, short.signal.reason.name]).toEqual([true, 'TimeoutError'])
  const cancel = new AbortController()
  const [long, ended] = [limitTime(60_000, cancel.signal), limitTime(10, cancel.signal)]
  ended.end()
  cancel.abort('enough')
  await later(50)
  expect([long.signal.aborted, long.signal.reason, ended.signal.aborted]).toEqual([true, 'enough', false])
  long.end()
  expect(limitTime(60_000, cancel.signal).signal.reason).toBe('enough')
})

const LIMITS = { limits: { seconds: 1 } }

test('what gives no answer is given up in time, also while memory is collected', async () => {
  collectGarbage()
  const { url } = await fakeModels(() => 'silence')
  const request = { role: 'a', system: 'Answer.', user: 'What is open?', maxOutputTokens: 300 }
  const endpoint = { provider: 'openai', baseUrl: url, model: 'm' }
  const program = { provider: 'command', command: [process.execPath, '-e', 'setInterval(() => {}, 1000)'] }
  const replies = [endpoint, program].map(async (one) => {
    const ask = openTestModels({ models: { one }, ...LIMITS }, { env: process.env })
    return (await ask([request]))[0]
  })
  const late = expect.objectContaining({ failure: 'timeout', detail: 'no answer in 1 s' })
  expect(await Promise.all(replies)).toEqual([late, late])
}, 10_000)
