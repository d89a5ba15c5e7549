import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { groupByPath } from '../../src/core/diagnostic.ts'
import { camelCase } from './camel-case.ts'
import { declaredRules, ruleFiles, ruleFolders } from './declared-rules.ts'
import { LISTED } from './headers.ts'
import { layoutExports } from './layout-exports.ts'
import { exportName, nameFault } from './name-fault.ts'
import { numberFaults } from './number-faults.ts'
import { declarationFiles, operationRegistries, sameNameFaults } from './operation-registry.ts'
import type { Output } from './output.ts'

const LINE_WIDTH = 110

/**
 * The registries of rules, layouts, operations and migrations. They are made from folder listings and the texts of rules, so that they can be
 * written while nothing compiles: the rule `tag-order` must be exported as `tagOrder`, `my-layout/layout.ts` must export `myLayout`, `my-layout/claim.ts`
 * `myLayoutPaths`, `0001-plan-dates.ts` `planDates`.
 */
export function registries(): Output[] {
  const layouts = having('layout.ts')
  return [
    ...ruleFolders().map(ruleRegistry),
    layoutRegistry(layouts),
    ...operationRegistries(layouts),
    {
      path: 'migrations/index.ts',
      text: registry({
        name: 'migrations',
        type: 'Migration',
        from: '../src/core/migration.ts',
        summary: 'Every migration, in the order in which they run.',
        entries: migrationFiles().map((file) => ({ name: exportName(file), path: `./${file}` })),
      }),
    },
    { path: 'src/layouts/exports.ts', text: layoutExports(having('exports.ts')) },
  ]
}

/** What is wrong with the names of layouts, rules, operations, prompts and migrations, a line for each file: registries of these would not compile. */
export function nameFaults(): string[] {
  const rules = ruleFolders().flatMap(ruleFiles)
  const layouts = having('layout.ts').map((id) => `src/layouts/${id}/layout.ts`)
  const operations = ['_template', ...having('layout.ts')].flatMap(declarationFiles)
  const migrations = migrationFiles().map((file) => `migrations/${file}`)
  return [
    ...[...layouts, ...rules, ...operations, ...migrations].flatMap(
      (path) => nameFault(path, readFileSync(path, 'utf8')) ?? [],
    ),
    ...sameNameFaults(having('layout.ts')),
    ...numberFaults(migrationFiles()),
  ]
}

function migrationFiles(): string[] {
  return listing('migrations', (name) => name.endsWith('.ts') && name !== 'index.ts')
}

/** Layouts that have a file or folder of this name. */
function having(part: string): string[] {
  return listing('src/layouts', (name) => existsSync(join('src/layouts', name, part)))
}

/** As imports are sorted: `a` before `a-b`. */
function byFile([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a.replace(/\.ts$/, '') < b.replace(/\.ts$/, '') ? -1 : 1
}

function importOf(names: readonly string[], path: string): string {
  const inline = `import { ${names.join(', ')} } from '${path}'`
  if (inline.length <= LINE_WIDTH) return inline
  return ['import {', ...names.map((name) => `  ${name},`), `} from '${path}'`].join('\n')
}

type Entry = { readonly name: string; readonly path: string }

type Registry = {
  readonly name: string
  readonly type: string
  readonly from: string
  readonly summary: string
  readonly entries: readonly Entry[]
}

/** `src/layouts/index.ts`: the claim of every layout, and where the rest of it is loaded from when it is asked for. */
function layoutRegistry(ids: readonly string[]): Output {
  const names = ids.map((id) => ({ id, name: camelCase(id) }))
  return {
    path: 'src/layouts/index.ts',
    text: `${[
      LISTED,
      "import { type Layout, lazyLayout } from '../core/layout.ts'",
      "import { withPrecedence } from '../core/places.ts'",
      ...names.flatMap(({ id, name }) => [
        `import { ${name}Paths } from './${id}/claim.ts'`,
        `import { ${name} } from './${id}/layout.ts'`,
      ]),
      '',
      '/** Every way of keeping memory that memkeep knows. A bundle loads all of a layout but its claim when something asks for it. */',
      'export const layouts: readonly Layout[] = withPrecedence([',
      ...names.map(({ name }) => `  lazyLayout(${name}Paths, () => ${name}),`),
      '])',
    ].join('\n')}\n`,
  }
}

/** The rules of every layout, or those in the folder of one. */
function ruleRegistry(folder: string): Output {
  const [, , layout] = folder.split('/')
  return {
    path: `${folder}/index.ts`,
    text: registry({
      name: 'rules',
      type: 'Rule',
      from: `${layout ? '../../..' : '..'}/core/rule.ts`,
      summary: layout ? `The rules of the ${layout} layout.` : 'The rules of every layout.',
      entries: declaredRules(folder).map(({ name, path }) => ({ name, path: path.replace(folder, '.') })),
    }),
  }
}

function listing(folder: string, keep: (name: string) => boolean): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => !name.startsWith('_') && !name.startsWith('.') && keep(name))
    .sort()
}

function registry({ name, type, from, summary, entries }: Registry): string {
  const names = entries.map((entry) => entry.name)
  const declaration = `export const ${name}: readonly ${type}[] = [`
  const inline = `${declaration}${names.join(', ')}]`
  const list =
    inline.length <= LINE_WIDTH ? inline : [declaration, ...names.map((each) => `  ${each},`), ']'].join('\n')
  const imports = [...groupByPath(entries)].sort(byFile).map(([path, own]) =>
    importOf(
      own.map((entry) => entry.name),
      path,
    ),
  )
  return `${[
    LISTED,
    `import type { ${type} } from '${from}'`,
    ...imports,
    '',
    `/** ${summary} */`,
    list,
  ].join('\n')}\n`
}
