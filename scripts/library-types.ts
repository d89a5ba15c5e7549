// Writes the types of the library's functions that come from operations, in place of those that the compiler infers.
// usage: node scripts/run.mjs scripts/library-types.ts FILE
import { writeFileSync } from 'node:fs'
import { printedTypes } from './library-types/print-types.ts'

const [file = ''] = process.argv.slice(2)
writeFileSync(file, printedTypes())
