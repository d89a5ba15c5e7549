// The second step of scripts/generate.ts: what follows from the declarations of operations.
import { layoutOperations } from '../../src/layouts/operations.ts'
import { operationCommands } from './operation-commands.ts'
import { namedOperations, operationLibrary, sharedNamed } from './operation-library.ts'
import { operationPages } from './operation-pages.ts'
import { operationFiles } from './operation-registry.ts'
import { settle } from './output.ts'

const check = process.argv.includes('--check')
const operations = namedOperations(layoutOperations, operationFiles)
const all = [...sharedNamed(), ...operations]
const stale = settle([...operationLibrary(all), operationCommands(operations), ...operationPages(all)], check)
if (check && stale.length > 0) process.exitCode = 1
