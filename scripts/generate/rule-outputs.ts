import { ruleCatalogue } from '../../src/cli/explain.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { settingsSchema } from '../../src/formats/settings.ts'
import { layouts } from '../../src/layouts/index.ts'
import { MODELS_SCHEMA } from '../../src/models/models-schema.ts'
import { actionInputs, workflowInputs } from './action-tables.ts'
import { commandTable } from './command-table.ts'
import { docsIndex, docsPages } from './docs-index.ts'
import { flagTable } from './flag-table.ts'
import { guardTable } from './guard-table.ts'
import { hookFiles } from './hook-files.ts'
import { kindSchemas, schemaText } from './kind-schemas.ts'
import { layoutTable } from './layout-table.ts'
import { libraryTables } from './library-page.ts'
import { replaceSection } from './marked-section.ts'
import { namedOperations, sharedNamed } from './named-operations.ts'
import { type Output, present } from './output.ts'
import { rulePages } from './rule-pages.ts'
import { kindTable, modeTable, settingsTables } from './settings-table.ts'

/** Rule pages, the tables and the index of docs, JSON Schemas, our own git hooks. */
export function ruleOutputs(): Output[] {
  const catalogue = ruleCatalogue()
  const ids = catalogue.map(({ rule }) => rule.id)
  const settings = settingsSchema(layouts, ids)
  const rules = rulePages(catalogue)
  return [
    ...rules,
    ...docs(rules, settings),
    { path: 'schemas/memkeep.schema.json', text: schemaText(settings) },
    { path: 'schemas/models.schema.json', text: schemaText(MODELS_SCHEMA) },
    ...kindSchemas(layouts),
    ...hookFiles(present('memkeep.yaml')),
  ]
}

/** The tables of hand-written pages, and the index of all pages. */
function docs(made: readonly Output[], settings: JsonObject): Output[] {
  const operations = [...sharedNamed(), ...namedOperations()]
  const pages = [
    marked('docs/layouts.md', [
      ['layouts', layoutTable(layouts)],
      ['guards', guardTable(layouts)],
    ]),
    marked('docs/settings.md', [
      ['settings', settingsTables(settings)],
      ['modes', modeTable()],
      ['kinds', kindTable(layouts, settings)],
    ]),
    marked('docs/commands.md', [
      ['commands', commandTable()],
      ['flags', flagTable()],
    ]),
    marked('docs/ci.md', [
      ['workflow', workflowInputs('.github/workflows/memory.yml')],
      ['action', actionInputs('.github/actions/check/action.yml')],
    ]),
    marked('docs/library.md', libraryTables(present('docs/library.md') ?? '', operations)),
  ]
  return [...pages, docsIndex(docsPages([...made, ...pages]))]
}

function marked(path: string, tables: readonly (readonly [name: string, table: string])[]): Output {
  const text = tables.reduce(
    (done, [name, table]) => replaceSection(done, name, table, path),
    present(path) ?? '',
  )
  return { path, text }
}
