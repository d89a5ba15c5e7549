import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { markdownTable } from '../../scripts/generate/markdown-table.ts'
import { replaceSection } from '../../scripts/generate/marked-section.ts'
import { nameFault } from '../../scripts/generate/name-fault.ts'
import { operationOutputs } from '../../scripts/generate/operation-outputs.ts'
import { present } from '../../scripts/generate/output.ts'
import { pageParts } from '../../scripts/generate/page-parts.ts'
import { nameFaults, registries } from '../../scripts/generate/registries.ts'
import { ruleOutputs } from '../../scripts/generate/rule-outputs.ts'
import { rulePages, ruleTable } from '../../scripts/generate/rule-pages.ts'
import { ruleCatalogue } from '../../src/cli/explain.ts'
import { variant } from '../helpers/variant.ts'

test('every generated file is up to date: `npm run generate` writes them', () => {
  expect(nameFaults()).toEqual([])
  const outputs = [...registries(), pageParts(), ...operationOutputs(), ...ruleOutputs()]
  expect(outputs.length).toBeGreaterThan(100)
  expect(outputs.filter(({ path, text }) => present(path) !== text).map(({ path }) => path)).toEqual([])
})

variant('`npm run generate -- --check` finds nothing stale', () => {
  const args = ['scripts/run.mjs', 'scripts/generate.ts', '--check']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(`${stdout}${stderr}`).toBe('')
  expect(status).toBe(0)
})

describe('the names in the file of a rule or layout', () => {
  const text = "export const tagOrder: DocumentRule = {\n  id: 'tag-order',\n}\n"
  test.each([
    ['tag-order', null],
    ['tag-orders', 'src/rules/tag-orders.ts must export tagOrders'],
    ['tag', 'src/rules/tag.ts must export tag'],
  ])('%s: %j', (name, fault) => {
    expect(nameFault(`src/rules/${name}.ts`, text)).toBe(fault)
  })

  test("a layout's are those of its folder", () => {
    const path = 'src/layouts/tag-order/layout.ts'
    expect(nameFault(path, text)).toBe(null)
    expect(nameFault('src/layouts/notes/layout.ts', text)).toBe(
      'src/layouts/notes/layout.ts must export notes',
    )
  })

  test('an operation is named for its file', () => {
    const path = 'src/layouts/notes/operations/add-note.ts'
    expect(nameFault(path, "export const addNote: Operation = {\n  name: 'notes_add_note',\n}\n")).toBe(null)
    expect(nameFault(path, text)).toBe(`${path} must export addNote`)
  })

  test('an id that is not the name of the file', () => {
    expect(nameFault('src/rules/tag-order.ts', text.replace('tag-order', 'tags'))).toBe(
      "src/rules/tag-order.ts must have the id 'tag-order', not 'tags'",
    )
  })
})

test('of several rules in one file each is exported by its own id', () => {
  const rule = (name: string, id: string): string =>
    `export const ${name}: EngineRule = {\n  id: '${id}',\n}\n`
  const path = 'src/rules/tags.ts'
  expect(nameFault(path, rule('tagOrder', 'tag-order') + rule('tagCase', 'tag-case'))).toBe(null)
  expect(nameFault(path, rule('tagOrder', 'tag-order') + rule('tagCase', 'tag-cases'))).toBe(
    `${path} must export tagCases for the rule 'tag-cases'`,
  )
})

describe('a marked section', () => {
  const text = 'a\n<!-- generated:x -->\nold\n<!-- /generated:x -->\nb\n'

  test('is replaced, and nothing else', () => {
    expect(replaceSection(text, 'x', 'new', 'a.md')).toBe(text.replace('old', 'new'))
    expect(replaceSection(replaceSection(text, 'x', '$&', 'a.md'), 'x', 'old', 'a.md')).toBe(text)
  })

  test('that is not there is an error', () => {
    expect(() => replaceSection(text, 'y', 'new', 'a.md')).toThrow('a.md lacks <!-- generated:y -->')
    expect(() => replaceSection('<!-- /generated:x --> <!-- generated:x -->', 'x', '', 'a.md')).toThrow()
  })
})

test('a bar in a cell does not end it', () => {
  expect(markdownTable(['a'], [['x|y']])).toBe('| a |\n| --- |\n| x\\|y |')
})

describe('the pages of the rules', () => {
  const catalogue = ruleCatalogue()

  test('are one for each rule, and a table that links them', () => {
    const paths = rulePages(catalogue).map(({ path }) => path)
    const table = ruleTable(catalogue)
    for (const { rule } of catalogue) {
      expect(paths).toContain(`docs/rules/${rule.id}.md`)
      expect(table).toContain(`[\`${rule.id}\`](${rule.id}.md)`)
    }
  })

  test('go when their rule goes', () => {
    const [gone, ...rest] = catalogue
    expect(rulePages(rest)).toContainEqual({ path: `docs/rules/${gone?.rule.id}.md`, text: null })
  })

  test('hold no character that is not seen', () => {
    const text = rulePages(catalogue)
      .map((page) => page.text)
      .join('')
    expect(text).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]/u)
  })
})
