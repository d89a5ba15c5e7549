import process from 'node:process'
import { action } from './cli/action.ts'
import { processIo } from './cli/process-io.ts'

action(processIo()).then((code) => {
  process.exitCode = code
})
