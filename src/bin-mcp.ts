import process from 'node:process'
import { processIo } from './cli/io.ts'
import { mcpMain } from './cli/mcp-main.ts'

mcpMain(process.argv.slice(2), processIo()).then((code) => {
  process.exitCode = code
})
