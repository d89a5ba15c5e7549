import type { Document, Memory } from '../../core/document.ts'
import { isJsonObject, type Json } from '../../core/json.ts'
import { oncePer } from '../../core/text.ts'
import {
  isPage,
  type SaidFile,
  type Statement,
  statementsOfPage,
} from '../../formats/statements/read-statements.ts'
import { agentsIn } from './chains.ts'
import { followImports } from './follow-imports.ts'
import { pathOf, takenBy } from './imports.ts'
import { MODELS } from './models.ts'
import { factsOf, type InstructionFacts } from './read-instructions.ts'

const GRAMMARS = MODELS.flatMap(({ imports }) => imports ?? [])

/** The pages that any agent may take from the imports of a file. */
export function pagesOf(facts: Json, path: string): readonly string[] {
  if (!isJsonObject(facts) || !('imports' in facts)) return []
  const { imports } = facts as unknown as InstructionFacts
  return imports.flatMap((one) =>
    GRAMMARS.flatMap((grammar) => {
      const target = takenBy(grammar, one)
      const page = target === null ? null : pathOf(path, target)
      return page !== null && isPage(page) ? [page] : []
    }),
  )
}

/** The pages among that which are no memory, with their texts. */
export function pagesImportedBy(
  document: Document,
  memory: Memory,
): readonly (SaidFile & { readonly text: string })[] {
  return importedBy(document, memory).flatMap((one) => {
    const text = memory.pages?.get(one.path)
    return text === undefined || byPathOf(memory).has(one.path) ? [] : [{ ...one, text }]
  })
}

/** What an agent of its own loads with a file, because the file imports it. */
export function importedBy(document: Document, memory: Memory): readonly SaidFile[] {
  if ((factsOf(document)?.imports.length ?? 0) === 0) return []
  const around = { byPath: byPathOf(memory), files: memory.files }
  const paths = agentsIn(memory).flatMap(({ imports, own }) =>
    imports && own.includes(document.kind)
      ? followImports(document, imports, around, document.scope).paths
      : [],
  )
  return [...new Set(paths)].flatMap((path) => {
    const read = around.byPath.get(path)
    const statements = read ? factsOf(read)?.statements : pageStatements(memory).get(path)
    return statements && path !== document.path ? [{ path, statements }] : []
  })
}

const byPathOf = oncePer(
  ({ documents }: Memory): ReadonlyMap<string, Document> => new Map(documents.map((one) => [one.path, one])),
)

const pageStatements = oncePer(
  ({ pages }: Memory): ReadonlyMap<string, readonly Statement[]> =>
    new Map([...(pages ?? [])].map(([path, text]) => [path, statementsOfPage(text)])),
)
