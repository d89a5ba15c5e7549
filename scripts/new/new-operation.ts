import { camelCase } from '../generate/camel-case.ts'
import { inLayouts, kebabFault, layoutFault, type NewThing } from './new-thing.ts'

/** An operation of a layout with its test. It only reads; `add-note.ts` of the template shows one that writes. */
export function newOperation(name: string, layout: string): NewThing | string {
  const fault = kebabFault(name, 'count-items') ?? layoutFault(layout)
  if (fault !== null) return fault
  if (!name.includes('-')) return `${JSON.stringify(name)} is not verb-noun, such as count-items\n`
  const [present] = [...inLayouts('operations', name), ...inLayouts('prompts', name)]
  if (present !== undefined) {
    return `${present} exists; the functions of the library have these names, so they must differ\n`
  }
  const path = `src/layouts/${layout}/operations/${name}.ts`
  const test = `test/layouts/${layout}/operations/${name}.test.ts`
  return {
    files: [
      { path, text: operationText(name, layout) },
      { path: test, text: testText(name, layout) },
    ],
    next: [
      `Fill in ${path}: \`input\` and \`output\` describe every property, \`plan\` answers.`,
      'An operation that writes: src/layouts/_template/operations/add-note.ts shows a complete one.',
      `Replace the cases in ${test}.`,
      'npm run generate',
      `npm test -- ${test} test/operations/declarations.test.ts`,
    ],
  }
}

function operationText(name: string, layout: string): string {
  const words = name.replaceAll('-', ' ')
  const title = words.charAt(0).toUpperCase() + words.slice(1)
  const tool = `${layout}-${name}`.replaceAll('-', '_')
  return `import { defineOperation } from '../../../core/operation.ts'
import { closedObject, count, text } from '../../../core/schema.ts'

/** Counts the items of one kind, or of all. */
export const ${camelCase(name)} = defineOperation({
  name: '${tool}',
  title: '${title}',
  description: 'Counts the items of one kind, or of all.',
  input: closedObject([], {
    item_kind: text('The kind to count.', { minLength: 1, maxLength: 60 }),
  }),
  output: closedObject(['count'], { count: count('How many items there are.') }),
  readOnly: true,
  destructive: false,
  idempotent: true,
  command: {
    name: '${layout} ${name}',
    summary: 'count the items',
    examples: ['memkeep ${layout} ${name}'],
  },
  wants: () => [],
  plan: ({ args, memory }) => {
    const items = memory.documents.flatMap((document) => document.items)
    const counted = items.filter(({ kind }) => kind === (args.item_kind ?? kind)).length
    return { text: \`count: \${counted}\\n\`, data: { count: counted } }
  },
})
`
}

function testText(name: string, layout: string): string {
  const operation = camelCase(name)
  const own = camelCase(layout)
  return `import { expect, test } from 'vitest'
import { ${own} } from '../../../../src/layouts/${layout}/layout.ts'
import { ${operation} } from '../../../../src/layouts/${layout}/operations/${name}.ts'
import { askOperation } from '../../../helpers/ask-operation.ts'
import { checkLiteral, indexLiteral } from '../../../helpers/check-literal.ts'
import { clean } from '../planted.ts'

test('it counts the items of the memory, and those of one kind', async () => {
  const { documents } = await checkLiteral(await indexLiteral(clean))
  const items = documents.filter(({ layout }) => layout === ${own}.id).flatMap((document) => document.items)
  const count = (args: { item_kind?: string }) =>
    askOperation(${operation}, { files: clean, args, layout: ${own} })
  expect(await count({})).toMatchObject({ data: { count: items.length } })
  expect(await count({ item_kind: 'unknown' })).toMatchObject({ data: { count: 0 } })
})
`
}
