import { layoutOperations } from '../../src/layouts/operations.ts'
import { operationCommands } from './operation-commands.ts'
import { namedOperations, operationLibrary, sharedNamed } from './operation-library.ts'
import { operationPages } from './operation-pages.ts'
import { operationFiles } from './operation-registry.ts'
import type { Output } from './output.ts'

/** The library, the commands and the pages of all operations. */
export function operationOutputs(): Output[] {
  const operations = namedOperations(layoutOperations, operationFiles)
  const all = [...sharedNamed(), ...operations]
  return [...operationLibrary(all), operationCommands(operations), ...operationPages(all)]
}
