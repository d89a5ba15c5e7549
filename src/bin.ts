import process from 'node:process'
import { main } from './cli/main.ts'
import { processIo } from './cli/process-io.ts'

main(process.argv.slice(2), processIo()).then((code) => {
  process.exitCode = code
})
