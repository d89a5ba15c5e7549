import { namedOperations, sharedNamed } from './named-operations.ts'
import { operationCommands } from './operation-commands.ts'
import { operationLibrary } from './operation-library.ts'
import { operationNames } from './operation-names.ts'
import { operationPages } from './operation-pages.ts'
import type { Output } from './output.ts'
import { toolTokensTable } from './tool-tokens.ts'

/** The library, the commands and the pages of all operations. */
export function operationOutputs(): Output[] {
  const operations = namedOperations()
  return [
    operationLibrary(),
    operationCommands(operations),
    operationNames(),
    toolTokensTable([...sharedNamed(), ...operations]),
    ...operationPages([...sharedNamed(), ...operations]),
  ]
}
