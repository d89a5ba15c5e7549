import { existsSync } from 'node:fs'
import { layouts } from '../../src/layouts/index.ts'
import { camelCase } from '../generate/camel-case.ts'
import { declaredRules, ruleFolders } from '../generate/declared-rules.ts'
import { inLayouts, kebabFault, layoutFault, type NewThing, replaced, textOf } from './new-thing.ts'

/** A rule with its test: for every layout, or in the folder of one. */
export function newRule(id: string, layout: string | undefined): NewThing | string {
  const fault = kebabFault(id, 'heading-stop') ?? (layout === undefined ? null : layoutFault(layout))
  if (fault !== null) return fault
  const shared = existsSync(`src/rules/${id}.ts`) ? [`src/rules/${id}.ts`] : []
  const [present] = [...shared, ...inLayouts('rules', id)]
  if (present !== undefined) return `${present} exists\n`
  const same = ruleFolders()
    .flatMap(declaredRules)
    .find((one) => one.id === id)
  if (same) return `${same.path} has the rule ${id}\n`
  return layout === undefined ? sharedRule(id) : layoutRule(id, layout)
}

const PLANTED = 'test/layouts/workspace/planted.ts'

function sharedRule(id: string): NewThing {
  const path = `src/rules/${id}.ts`
  const test = `test/rules/${id}.test.ts`
  return {
    files: [
      { path, text: ruleText(id, '../core/rule.ts') },
      { path: test, text: sharedTest(id) },
      { path: PLANTED, text: withPlanted(id), isChanged: true },
    ],
    next: [
      `Fill in ${path}: what it checks, why, how to fix it, an example.`,
      `Replace the cases in ${test}, and the violation of ${id} in ${PLANTED}.`,
      'npm run generate',
      `npm test -- ${test} test/project/planted.test.ts`,
      'Before you propose it: npm run lint, npm run types, npm test, and a line into CHANGELOG.md.',
    ],
  }
}

function layoutRule(id: string, layout: string): NewThing {
  const path = `src/layouts/${layout}/rules/${id}.ts`
  const test = `test/layouts/${layout}/rules/${id}.test.ts`
  const planted = `test/layouts/${layout}/planted.ts`
  return {
    files: [
      { path, text: withKinds(ruleText(id, '../../../core/rule.ts'), layout) },
      { path: test, text: layoutTest(id, layout) },
    ],
    next: [
      `Fill in ${path}: what it checks, why, how to fix it, an example, and of \`kinds\` those that it looks at.`,
      `Replace the cases in ${test}, with \`ruleTest\` where the rule needs a whole memory.`,
      `Add one violation of ${id} to \`planted\` in ${planted}: until then test/project/planted.test.ts fails.`,
      'npm run generate',
      `npm test -- ${test} test/project/planted.test.ts`,
      'Before you propose it: npm run lint, npm run types, npm test, and a line into CHANGELOG.md.',
    ],
  }
}

/** The template with its names changed and its comment, which is about copying, left out. */
function ruleText(id: string, core: string): string {
  return replaced(textOf('src/rules/_template.ts'), [
    [/\n\/\*\*\n(?: \*.*\n)+? \*\/\n/g, '\n'],
    ["'../core/rule.ts'", `'${core}'`],
    ['export const template:', `export const ${camelCase(id)}:`],
    ["id: 'template'", `id: '${id}'`],
  ])
}

/** A rule of a layout looks at some of the layout's kinds: without a list it looks at data and at derived files as well. */
function withKinds(text: string, layout: string): string {
  const { kinds = [] } = layouts.find((one) => one.id === layout) ?? {}
  const markdown = kinds.filter(({ format }) => format === 'markdown')
  const named = (markdown.length > 0 ? markdown : kinds).map(({ id }) => `'${id}'`)
  const one = `  kinds: [${named.join(', ')}],\n`
  const list =
    one.length > WIDTH ? `  kinds: [\n${named.map((name) => `    ${name},\n`).join('')}  ],\n` : one
  return replaced(text, [["  subject: 'document',\n", `${list}  subject: 'document',\n`]])
}

/** The longest line of a source, with its end. */
const WIDTH = 111

function withPlanted(id: string): string {
  const key = id.includes('-') ? `'${id}'` : id
  const start = "export const planted: PlantedLayout['planted'] = {\n"
  const row = `  ${key}: { path: HOT, replace: '# User profile', by: '# User profile:', at: '# User profile:' },\n`
  return replaced(textOf(PLANTED), [[start, start + row]])
}

function sharedTest(id: string): string {
  return `import { ruleTest } from '../helpers/rule-test.ts'

const NOTE = '.serena/memories/overview.md'

ruleTest('${id}', {
  valid: [{ name: 'a heading without a colon', files: { [NOTE]: '# Overview\\n' } }],
  invalid: [
    {
      name: 'a heading with a colon',
      files: { [NOTE]: '# Overview:\\n' },
      expect: [{ path: NOTE, line: 1, message: /^The heading ends with a colon$/ }],
      fixed: { [NOTE]: '# Overview\\n' },
    },
  ],
})
`
}

function layoutTest(id: string, layout: string): string {
  const name = camelCase(id)
  return `import { expect, test } from 'vitest'
import type { Found } from '../../../../src/core/rule.ts'
import { applyEdits } from '../../../../src/core/text.ts'
import { parseMarkdown } from '../../../../src/formats/markdown/parse-markdown.ts'
import { ${name} } from '../../../../src/layouts/${layout}/rules/${id}.ts'
import { sourceOf } from '../../../core/literal-parts.ts'

function found(text: string): Found[] {
  const all: Found[] = []
  ${name}.check(sourceOf({ text, markdown: parseMarkdown(text, 0) }), (one) => all.push(one))
  return all
}

test('it finds what its example says, and fixes it', () => {
  const { bad, good } = ${name}.example
  const edits = found(bad).flatMap((one) => one.edits ?? [])
  expect(found(bad).map(({ place }) => place.line)).toEqual([1])
  expect(applyEdits(bad, edits)).toBe(good)
  expect(found(good)).toEqual([])
})
`
}
