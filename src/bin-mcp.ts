import process from 'node:process'
import { mcpMain } from './cli/mcp-main.ts'
import { processIo } from './cli/process-io.ts'

mcpMain(process.argv.slice(2), processIo()).then((code) => {
  process.exitCode = code
})
