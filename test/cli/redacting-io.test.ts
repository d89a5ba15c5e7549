import { expect, test } from 'vitest'
import { redactingIo } from '../../src/cli/run-command.ts'
import { sampleSecrets } from '../helpers/sample-secrets.ts'
import { fakeIo } from './fake-io.ts'

const SECRET = sampleSecrets(2)[0]?.secret ?? ''

test('what is printed behind a secret waits for it, in both streams', async () => {
  const order: string[] = []
  const stream = { write: (text: string) => order.push(text) }
  const code = await redactingIo({ ...fakeIo(), stdout: stream, stderr: stream }, async (gated) => {
    gated.stdout.write('first\n')
    expect(order).toEqual(['first\n'])
    gated.stdout.write(`${SECRET}\n`)
    gated.stderr.write('third\n')
    gated.stdout.write('fourth\n')
    return 3
  })
  expect(code).toBe(3)
  expect(order.join('')).toBe(`first\n${'*'.repeat(SECRET.length)}\nthird\nfourth\n`)
})

test('a terminal stays one, and is asked for only when it is wanted', async () => {
  let opened = 0
  const io = fakeIo({ isTTY: true, columns: 80 })
  const counting = Object.defineProperty({ ...io }, 'stdout', {
    get: () => {
      opened += 1
      return io.stdout
    },
  })
  await redactingIo(counting, async () => 0)
  expect(opened).toBe(0)
  await redactingIo(counting, async ({ stdout }) =>
    expect([stdout.isTTY, stdout.columns]).toEqual([true, 80]),
  )
})
