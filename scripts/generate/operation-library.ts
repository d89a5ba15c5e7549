import { DECLARED } from './headers.ts'
import { namedOperations } from './named-operations.ts'
import type { Output } from './output.ts'

/** The library's functions of the operations of layouts. Their types are inferred from the schemas. */
export function operationLibrary(): Output {
  const lines = namedOperations().map(
    ({ name }) => `export const ${name} = libraryFunction(() => operations.${name})`,
  )
  return {
    path: 'src/operations/library.ts',
    text: `${[
      DECLARED,
      "import { operations } from '../layouts/operations.ts'",
      "import { auditMemory as auditOperation } from './audit/audit-memory.ts'",
      "import { libraryFunction } from './library-function.ts'",
      "import { memorySearch } from './search/memory-search.ts'",
      '',
      'export const auditMemory = libraryFunction(() => auditOperation.operation)',
      'export const searchEverything = libraryFunction(() => memorySearch.operation)',
      ...lines,
    ].join('\n')}\n`,
  }
}
