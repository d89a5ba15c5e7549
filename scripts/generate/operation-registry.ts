import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { camelCase } from './camel-case.ts'
import { LISTED } from './headers.ts'
import { exportName } from './name-fault.ts'
import type { Output } from './output.ts'

const LINE_WIDTH = 110

/** Folders of a layout whose files are declared for agents, as `LayoutOperations` lists them. */
const PARTS = ['operations', 'prompts'] as const

/** The sources of operations and prompts in the folder of a layout; helpers lie in folders next to them. */
export function declarationFiles(layout: string): string[] {
  return PARTS.flatMap((part) => filesIn(layout, part).map((file) => `src/layouts/${layout}/${part}/${file}`))
}

/** `src/layouts/operations.ts`: every operation and prompt of these layouts, by the names of their files. */
export function operationRegistry(layouts: readonly string[]): Output {
  const declaring = layouts.filter((id) => declarationFiles(id).length > 0)
  const imports = declaring.flatMap((id) => [
    `import { ${camelCase(id)}Paths } from './${id}/claim.ts'`,
    `import { ${camelCase(id)} } from './${id}/layout.ts'`,
    ...PARTS.flatMap((part) =>
      filesIn(id, part).map((file) => `import { ${exportName(file)} } from './${id}/${part}/${file}'`),
    ),
  ])
  const rows = declaring.map(rowOf)
  const names = declaring.flatMap((id) => filesIn(id, 'operations').map((file) => `  ${exportName(file)},`))
  const type = 'export const layoutOperations: readonly LayoutOperations[]'
  return {
    path: 'src/layouts/operations.ts',
    text: `${[
      LISTED,
      ...(rows.length === 0 ? [] : ["import { lazyLayout } from '../core/layout.ts'"]),
      "import type { LayoutOperations } from '../core/operation.ts'",
      ...imports,
      '',
      '/** What agents get of every layout that has something for them: checks and hooks load none of it. */',
      ...(rows.length === 0 ? [`${type} = []`] : [`${type} = [`, ...rows, ']']),
      '',
      '/** The same, by their exports, which name their functions in the library. */',
      ...(names.length === 0
        ? ['export const operations = {}']
        : ['export const operations = {', ...names, '}']),
    ].join('\n')}\n`,
  }
}

/** The faults where two layouts declare files of one name: functions of the library have these names. */
export function sameNameFaults(layouts: readonly string[]): string[] {
  const seen = new Map<string, string>()
  return layouts.flatMap(declarationFiles).flatMap((path) => {
    const name = exportName(path)
    const other = seen.get(name)
    seen.set(name, path)
    return other === undefined ? [] : [`${path} has the name of ${other}: the names must differ`]
  })
}

function rowOf(id: string): string {
  const [operations, prompts] = PARTS.map((part) => filesIn(id, part).map(exportName))
  const layout = `lazyLayout(${camelCase(id)}Paths, () => ${camelCase(id)})`
  const inline = `  { layout: ${layout}, operations: [${operations?.join(', ')}], prompts: [${prompts?.join(', ')}] },`
  if (inline.length <= LINE_WIDTH) return inline
  return [
    '  {',
    `    layout: ${layout},`,
    listOf('operations', operations ?? []),
    listOf('prompts', prompts ?? []),
    '  },',
  ].join('\n')
}

function listOf(key: string, names: readonly string[]): string {
  const inline = `    ${key}: [${names.join(', ')}],`
  if (inline.length <= LINE_WIDTH) return inline
  return [`    ${key}: [`, ...names.map((name) => `      ${name},`), '    ],'].join('\n')
}

function filesIn(layout: string, part: string): string[] {
  const folder = join('src/layouts', layout, part)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.startsWith('_') && !name.startsWith('.'))
    .map((name) => name.replace(/\.ts$/, ''))
    .sort() // `a` before `a-b`, as imports are sorted
    .map((name) => `${name}.ts`)
}
