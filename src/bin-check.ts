import process from 'node:process'
import { checkMain } from './cli/check-and-report.ts'
import { processIo } from './cli/io.ts'

checkMain(processIo()).then((code) => {
  process.exitCode = code
})
