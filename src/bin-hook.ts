import process from 'node:process'
import { hookMain } from './cli/hook-main.ts'
import { exitPrinted, processIo } from './cli/process-io.ts'

hookMain(process.argv.slice(2), processIo()).then(exitPrinted)
