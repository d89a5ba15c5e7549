// The last step of scripts/generate.ts: rule pages, the tables of README.md, JSON Schemas, our own git hooks.
import { ruleCatalogue } from '../../src/cli/explain.ts'
import { settingsSchema } from '../../src/formats/settings.ts'
import { layouts } from '../../src/layouts/index.ts'
import { layoutOperations } from '../../src/layouts/operations.ts'
import { MODELS_SCHEMA } from '../../src/models/models-schema.ts'
import { commandTable } from './command-table.ts'
import { flagTable } from './flag-table.ts'
import { hookFiles } from './hook-files.ts'
import { kindSchemas } from './kind-schemas.ts'
import { layoutTable } from './layout-table.ts'
import { replaceSection } from './marked-section.ts'
import { namedOperations, sharedNamed } from './operation-library.ts'
import { operationTable } from './operation-pages.ts'
import { operationFiles } from './operation-registry.ts'
import { type Output, present, settle } from './output.ts'
import { rulePages, ruleTable } from './rule-pages.ts'

const check = process.argv.includes('--check')
const catalogue = ruleCatalogue()
const ids = catalogue.map(({ rule }) => rule.id)
const schema = `${JSON.stringify(settingsSchema(layouts, ids), null, 2)}\n`
const stale = settle(
  [
    ...rulePages(catalogue),
    readme(),
    { path: 'schemas/memkeep.schema.json', text: schema },
    { path: 'schemas/models.schema.json', text: `${JSON.stringify(MODELS_SCHEMA, null, 2)}\n` },
    ...kindSchemas(layouts),
    ...hookFiles(present('memkeep.yaml')),
  ],
  check,
)
if (check && stale.length > 0) process.exitCode = 1

function readme(): Output {
  const tables = [
    ['layouts', layoutTable(layouts)],
    ['commands', commandTable()],
    ['flags', flagTable()],
    [
      'operations',
      operationTable(
        [...sharedNamed(), ...namedOperations(layoutOperations, operationFiles)],
        'docs/operations/',
      ),
    ],
    ['rules', ruleTable(catalogue, 'docs/rules/')],
  ] as const
  const text = tables.reduce(
    (done, [name, table]) => replaceSection(done, name, table),
    present('README.md') ?? '# memkeep\n',
  )
  return { path: 'README.md', text }
}
