import process from 'node:process'
import { action } from './cli/action.ts'
import { processIo } from './cli/io.ts'

const io = { ...processIo(), env: { ...process.env } }
// Git inherits this process's environment and must not see the token.
delete process.env.INPUT_TOKEN

action(io).then((code) => {
  process.exitCode = code
})
