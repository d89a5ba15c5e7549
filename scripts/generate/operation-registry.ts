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

/** The source with their names, which is made from what they declare. */
const NAMES = 'operation-names'

/** `src/layouts/operations.ts`, and for each layout a list of its operations and prompts, which a bundle loads when it needs one. */
export function operationRegistries(layouts: readonly string[]): Output[] {
  const declaring = layouts.filter((id) => declarationFiles(id).length > 0)
  return [operationRegistry(declaring), ...declaring.map(forAgents)]
}

function operationRegistry(ids: readonly string[]): Output {
  const imports = [...ids, NAMES]
    .sort()
    .flatMap((id) =>
      id === NAMES
        ? [`import { OPERATION_NAMES } from './${NAMES}.ts'`]
        : [
            `import { ${camelCase(id)}Paths } from './${id}/claim.ts'`,
            `import { ${camelCase(id)}ForAgents } from './${id}/for-agents.ts'`,
            `import { ${camelCase(id)} } from './${id}/layout.ts'`,
          ],
    )
  const names = ids.flatMap((id) =>
    filesIn(id, 'operations').flatMap((file) => [
      `  get ${exportName(file)}() {`,
      `    return ${camelCase(id)}ForAgents.operations.${exportName(file)}`,
      '  },',
    ]),
  )
  const type = 'export const layoutOperations: readonly LayoutOperations[]'
  return {
    path: 'src/layouts/operations.ts',
    text: `${[
      LISTED,
      ...(ids.length === 0
        ? ["import type { LayoutOperations } from '../core/operation.ts'"]
        : [
            "import { lazyLayout } from '../core/layout.ts'",
            "import { type LayoutOperations, lazyOperations } from '../core/operation.ts'",
            ...imports,
          ]),
      '',
      '/** What agents get of every layout that has something for them. Checks and hooks load none of it, an agent those in use. */',
      ...(ids.length === 0 ? [`${type} = []`] : [`${type} = [`, ...ids.flatMap(rowOf), ']']),
      '',
      '/** The same, by their exports, which name their functions in the library. */',
      ...(names.length === 0
        ? ['export const operations = {}']
        : ['export const operations = {', ...names, '}']),
    ].join('\n')}\n`,
  }
}

function rowOf(id: string): string[] {
  const name = camelCase(id)
  const names = /^\w+$/.test(id) ? `OPERATION_NAMES.${id}` : `OPERATION_NAMES['${id}']`
  return [
    '  lazyOperations(',
    `    lazyLayout(${name}Paths, () => ${name}),`,
    `    ${names},`,
    `    () => ${name}ForAgents,`,
    '  ),',
  ]
}

/** `for-agents.ts` of a layout. */
function forAgents(id: string): Output {
  const imports = PARTS.flatMap((part) =>
    filesIn(id, part).map((file) => `import { ${exportName(file)} } from './${part}/${file}'`),
  )
  return {
    path: `src/layouts/${id}/for-agents.ts`,
    text: `${[
      LISTED,
      ...imports,
      '',
      '/** What agents get of this layout: a bundle loads it when one of these is called or listed. */',
      `export const ${camelCase(id)}ForAgents = {`,
      ...PARTS.flatMap((part) => namesOf(part, filesIn(id, part).map(exportName))),
      '}',
    ].join('\n')}\n`,
  }
}

function namesOf(part: string, names: readonly string[]): string[] {
  const inline = names.length === 0 ? `  ${part}: {},` : `  ${part}: { ${names.join(', ')} },`
  return inline.length <= LINE_WIDTH
    ? [inline]
    : [`  ${part}: {`, ...names.map((name) => `    ${name},`), '  },']
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

function filesIn(layout: string, part: string): string[] {
  const folder = join('src/layouts', layout, part)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.startsWith('_') && !name.startsWith('.'))
    .map((name) => name.replace(/\.ts$/, ''))
    .sort() // `a` before `a-b`, as imports are sorted
    .map((name) => `${name}.ts`)
}
