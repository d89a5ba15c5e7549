// Prints the Chromium that tests would use; exits 1 when there is none.
// usage: node scripts/run.mjs scripts/find-chromium.ts
import { CHROMIUM } from './chromium.ts'

if (CHROMIUM === null) process.exitCode = 1
else process.stdout.write(`${CHROMIUM}\n`)
