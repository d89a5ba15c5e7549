// Counts ten tokens against a limit of the day, again and again, and prints how often they fitted.
// usage: node worker.cjs FOLDER LIMIT TIMES
import { writeSync } from 'node:fs'
import { openDailyTokens } from '../../../src/models/daily-tokens.ts'

const [folder = '', limit = '0', times = '0'] = process.argv.slice(2)

async function work(): Promise<void> {
  const counts = openDailyTokens({ most: Number(limit), folder, today: () => '2026-06-01' })
  let fitted = 0
  for (let i = 0; i < Number(times); i += 1) if ((await counts.reserve(10)) === null) fitted += 1
  writeSync(1, `${fitted}\n`)
}

void work()
