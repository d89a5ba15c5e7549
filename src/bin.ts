import process from 'node:process'
import { processIo } from './cli/io.ts'
import { main } from './cli/main.ts'

main(process.argv.slice(2), processIo()).then((code) => {
  process.exitCode = code
})
