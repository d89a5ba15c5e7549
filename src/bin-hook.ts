import process from 'node:process'
import { hookMain } from './cli/hook.ts'
import { exitPrinted, processIo } from './cli/io.ts'

hookMain(process.argv.slice(2), processIo()).then(exitPrinted)
