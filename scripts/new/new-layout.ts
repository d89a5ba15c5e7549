import { existsSync } from 'node:fs'
import { camelCase } from '../generate/camel-case.ts'
import { inLayouts, kebabFault, type NewThing, replaced, textOf } from './new-thing.ts'

/** Pages with a table of layouts, what comes after the table, and a row of it. */
const TABLES: readonly (readonly [page: string, after: string, row: (id: string) => string])[] = [
  [
    'examples/README.md',
    '\n\nTo try one,',
    (id) => `| [\`${id}/\`](${id}) | dated notes, and a list of them |`,
  ],
  [
    'README.md',
    '\n\nIn all of them it finds',
    (id) =>
      `| [notes with a date (\`${id}/\`)](src/layouts/${id}/README.md) | keeps the list of them up to date |`,
  ],
  ['docs/layouts.md', '\n\n```yaml\nlayouts: {', (id) => `| ${id} | a note with a date |`],
]

/** A layout with its rule, operation, tests and example: a copy of the template, in which ids have the layout's name. */
export function newLayout(id: string): NewThing | string {
  const fault = kebabFault(id, 'field-notes')
  if (fault !== null) return fault
  const [present] = [`src/layouts/${id}`, ...inLayouts('rules', `${id}-title`)].filter(existsSync)
  if (present !== undefined) return `${present} exists\n`
  const to = `src/layouts/${id}`
  const tests = `test/layouts/${id}`
  return {
    files: [
      ...sources(id),
      { path: `${to}/README.md`, text: readme(id) },
      { path: `${tests}/planted.ts`, text: plantedText(id) },
      { path: `${tests}/rules/${id}-title.test.ts`, text: ruleTestText(id) },
      { path: `${tests}/operations/add-${id}.test.ts`, text: operationTest(id) },
      { path: `examples/${id}/${id}/prices-in-cents.md`, text: NOTE },
      { path: `examples/${id}/${id}/list.json`, text: LIST },
      ...TABLES.map(([path, after, row]) => {
        const text = replaced(textOf(path), [[after, `\n${row(id)}${after}`]])
        return { path, text, isChanged: true as const }
      }),
    ],
    next: [
      `Read src/layouts/_template/README.md: it says what each file of ${to}/ is for, in the order to fill them in.`,
      `Change claim.ts, layout.ts, rules/ and operations/ to your format; describe it in ${to}/README.md.`,
      `Change ${tests}/ and examples/${id}/ with them: every rule has one violation in ${tests}/planted.ts.`,
      `Change its rows in ${TABLES.map(([path]) => path).join(', ')}.`,
      'npm run generate',
      `npm test -- ${tests} test/layouts/items-say.test.ts test/project/planted.test.ts test/project/layouts.test.ts`,
    ],
  }
}

function sources(id: string): NewThing['files'] {
  const name = camelCase(id)
  const pascal = name.charAt(0).toUpperCase() + name.slice(1)
  const from = 'src/layouts/_template'
  const to = `src/layouts/${id}`
  const file = (path: string, ...changes: readonly (readonly [string | RegExp, string])[]) => ({
    path: `${to}/${path.replace('add-note', `add-${id}`).replace('note-title', `${id}-title`)}`,
    text: replaced(textOf(`${from}/${path}`), changes),
  })
  const kinds: readonly (readonly [string, string])[] = [
    ["'note'", `'${id}-note'`],
    ["'note-list'", `'${id}-list'`],
  ]
  const read: readonly [RegExp, string] = [/\btemplate(?=Root|Paths)/g, name]
  return [
    file('claim.ts', ...kinds, read, ["'template'", `'${id}'`], ["value: 'notes'", `value: '${id}'`]),
    file(
      'layout.ts',
      ...kinds,
      read,
      ["paths: 'notes/", `paths: '${id}/`],
      ['const template:', `const ${name}:`],
      [' README.md next to it says how to copy it.', ''],
    ),
    file(
      'rules/note-title.ts',
      ['noteTitle', `${name}Title`],
      ["'note-title'", `'${id}-title'`],
      ["'note'", `'${id}-note'`],
    ),
    file(
      'operations/add-note.ts',
      read,
      ['addNote', `add${pascal}`],
      ['template_add_note', `${id.replaceAll('-', '_')}_add_note`],
      ['memkeep template add', `memkeep ${id} add`],
      ["'template add'", `'${id} add'`],
    ),
  ]
}

const NOTE = '---\ntitle: Prices are in cents\ndate: 2026-02-08\ntags: [money]\n---\n\nNever in floats.\n'

const LIST = `${JSON.stringify(
  [{ file: 'prices-in-cents.md', title: 'Prices are in cents', date: '2026-02-08' }],
  null,
  2,
)}\n`

function readme(id: string): string {
  return `# ${id}

Dated notes, one a file, and a list of them that is rebuilt.

| where | what | kind |
| --- | --- | --- |
| \`${id}/*.md\` | one dated note, with \`title\`, \`date\` and \`tags\` | \`${id}-note\` |
| \`${id}/list.json\` | the list of all notes, derived | \`${id}-list\` |

A note is not edited afterwards, but for its tags. \`memkeep ${id} add\` adds one. Its title does not end with a full stop (\`${id}-title\`).
`
}

function plantedText(id: string): string {
  return `import type { PlantedLayout } from '../../helpers/planted.ts'

const NOTE = '${id}/prices-in-cents.md'

/** One note, and the list of it. */
export const clean: PlantedLayout['clean'] = {
  [NOTE]: '---\\ntitle: Prices are in cents\\ndate: 2026-02-08\\ntags: [money]\\n---\\n\\nNever in floats.\\n',
}

/** One violation per rule of this layout. */
export const planted: PlantedLayout['planted'] = {
  '${id}-title': { path: NOTE, replace: 'in cents', by: 'in cents.', at: 'in cents.' },
}

/** Notes are records of their day. A kind whose items are meant to be true now says \`living: true\` in layout.ts, and is named here. */
export const itemKinds: PlantedLayout['itemKinds'] = { all: '${id}-note', living: '', dated: '' }
`
}

function ruleTestText(id: string): string {
  return `import { ruleTest } from '../../../helpers/rule-test.ts'

const PATH = '${id}/prices-in-cents.md'

const note = (title: string): string => \`---\\ntitle: \${title}\\ndate: 2026-02-08\\n---\\n\\nNever in floats.\\n\`

ruleTest('${id}-title', {
  valid: [{ name: 'a title without a full stop', files: { [PATH]: note('Prices are in cents') } }],
  invalid: [
    {
      name: 'a title with a full stop',
      files: { [PATH]: note('Prices are in cents.') },
      expect: [{ path: PATH, line: 2, message: /^The title ends with a full stop$/ }],
      fixed: { [PATH]: note('Prices are in cents') },
    },
  ],
})
`
}

function operationTest(id: string): string {
  const name = camelCase(id)
  const operation = `add${name.charAt(0).toUpperCase()}${name.slice(1)}`
  return `import { expect, test } from 'vitest'
import { ${name} } from '../../../../src/layouts/${id}/layout.ts'
import { ${operation} } from '../../../../src/layouts/${id}/operations/add-${id}.ts'
import { askOperation } from '../../../helpers/ask-operation.ts'
import type { Files } from '../../../helpers/check-literal.ts'

const PATH = '${id}/2026-06-01-prices-are-in-cents.md'
const NOTE = '---\\ntitle: Prices are in cents\\ndate: "2026-06-01"\\ntags: [money]\\n---\\n\\nNever in floats.\\n'

test('a note is planned with all that is given; where it is there, nothing is', async () => {
  const args = { title: 'Prices are in cents', body: 'Never in floats.', tags: ['money'] }
  const add = (files: Files) => askOperation(${operation}, { files, args, layout: ${name} })
  const plan = new Map([[PATH, { kind: 'text', text: NOTE }]])
  expect(await add({})).toMatchObject({ data: { saved: true, path: PATH }, plan })
  expect(await add({ [PATH]: NOTE })).not.toHaveProperty('plan')
})
`
}
