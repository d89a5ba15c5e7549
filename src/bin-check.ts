import process from 'node:process'
import { checkMain } from './cli/check-main.ts'
import { processIo } from './cli/process-io.ts'

checkMain(processIo()).then((code) => {
  process.exitCode = code
})
