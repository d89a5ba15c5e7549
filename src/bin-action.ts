import process from 'node:process'
import { action } from './cli/action.ts'
import { processIo } from './cli/io.ts'

const io = { ...processIo(), env: { ...process.env } }
// Git is started with this process's environment, and has no use for it.
delete process.env.INPUT_TOKEN

action(io).then((code) => {
  process.exitCode = code
})
