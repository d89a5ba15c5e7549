import { outputOf } from './output-of.ts'
import { median } from './statistics.ts'

/** The same work on every machine: numbers are made, sorted, written, hashed and read back. It prints its milliseconds. */
const WORK = `
const { createHash } = require('node:crypto')
const from = performance.now()
for (let turn = 0; turn < 4; turn++) {
  let seed = 1
  const numbers = Array.from({ length: 60000 }, () => (seed = (seed * 48271) % 2147483647))
  const text = JSON.stringify(numbers.sort((a, b) => a - b))
  createHash('sha256').update(text).digest('hex')
  JSON.parse(text)
}
process.stdout.write(String(performance.now() - from))
`

const TIMES = 5

/** How long a fixed piece of work takes here and now, in milliseconds: it says how fast the machine is, and how busy. */
export function calibrate(): number {
  const runs = Array.from({ length: TIMES }, () =>
    Number(outputOf(process.execPath, ['-e', WORK], { cwd: '.' })),
  )
  return Math.round(median(runs))
}
