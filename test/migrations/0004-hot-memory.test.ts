import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hotMemory } from '../../migrations/0004-hot-memory.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { workspaceSettings } from '../../src/layouts/workspace/settings.ts'
import { checkLiteral, type Files } from '../helpers/check-literal.ts'
import { cleanWorkspace } from '../helpers/clean-workspace.ts'
import { type MigrateOptions, planLiteral, withChanges } from '../helpers/migrate-literal.ts'
import { runs } from '../helpers/runs.ts'

const RULES = 'agent/rules/common'
const OVERVIEW = { 'resources/workspaces/shop/OVERVIEW.md': '---\nname: Shop\ndescription: Sells.\n---\n' }
const NAMES = ['user-profile.md', 'global-conventions.md', 'context-memory-rule.md', 'workspace-workflow.md']

function migrate(files: Files, options: MigrateOptions = {}): { after: Files; what: string[] } {
  const plan = planLiteral(hotMemory, files, options)
  const after = withChanges(files, plan)
  const again = planLiteral(hotMemory, after, options)
  expect(again.sets).toEqual([])
  expect(again.forPerson).toEqual(plan.forPerson)
  return { after, what: plan.forPerson.map(({ path, line, what }) => `${path}:${line} ${what}`) }
}

describe('a repository without hot memory', () => {
  test('gets the four rules, and the check has nothing to say of them', async () => {
    const { after, what } = migrate({ ...OVERVIEW, '.codex/config.toml': '' }, { choices: ['cursor'] })
    expect(Object.keys(after).sort()).toEqual(
      [
        '.codex/config.toml',
        ...NAMES.map((name) => `.codex/${name}`),
        ...NAMES.map((name) => `.cursor/rules/${name}c`),
        ...NAMES.map((name) => `${RULES}/${name}`),
        ...Object.keys(OVERVIEW),
      ].sort(),
    )
    expect(after['.codex/user-profile.md']).toEqual({ link: `../${RULES}/user-profile.md` })
    expect(after['.cursor/rules/user-profile.mdc']).toEqual({ link: `../../${RULES}/user-profile.md` })
    expect((await checkLiteral(after)).diagnostics).toEqual([])
    expect(what).toEqual(
      ['global-conventions.md', 'user-profile.md'].map(
        (name) => `${RULES}/${name}:8 Write here what the list asks for, in its place.`,
      ),
    )
  })

  test('gets no links where no agent works', () => {
    const { after } = migrate(OVERVIEW)
    expect(Object.keys(after).filter((path) => path.startsWith('.'))).toEqual([])
  })

  test('stays as it is where it keeps no workspaces', () => {
    const files = { 'README.md': 'Hello\n', '.codex/config.toml': '', 'memory/facts/a.md': 'A\n' }
    expect(migrate(files, { choices: ['codex'] }).after).toEqual(files)
  })

  test('gets the rules where its settings want them', async () => {
    const settings = `workspace:
  resources: docs/spaces
  memory: docs/memory
  hotRules: docs/agents/rules
  agents: [docs/agents/.cursor/rules]
hot:
  budgets: {user-profile.md: 40}
`
    const { after } = migrate(
      { 'docs/memory/shop/lessons.md': '' },
      { settings, choices: ['cursor', 'codex'] },
    )
    expect(after['docs/agents/.cursor/rules/user-profile.mdc']).toEqual({
      link: '../../rules/user-profile.md',
    })
    expect(after['docs/agents/rules/user-profile.md']).toContain('<!-- budget: 40 lines -->')
    expect(after['docs/agents/rules/context-memory-rule.md']).toContain('docs/spaces/{scope}/OVERVIEW.md')
    expect(after['.codex/user-profile.md']).toEqual({ link: '../docs/agents/rules/user-profile.md' })
  })
})

describe('the rule on memory', () => {
  const { after } = migrate(OVERVIEW)
  const text = String(after[`${RULES}/context-memory-rule.md`])

  test('is under 80 lines', () => {
    expect(text.split('\n').length - 1).toBeLessThan(72)
  })

  test('names no tag and no category', () => {
    const { categories } = workspaceSettings(DEFAULT_SETTINGS)
    const known = ['architecture', 'tooling', 'convention', 'dependency', 'debugging', 'performance']
    const words = text.toLowerCase().match(/[a-z_-]+/g)
    expect(
      [...known, 'configuration', 'integration', ...categories.decision].filter((one) =>
        words?.includes(one),
      ),
    ).toEqual([])
  })

  test.each([
    'workspace_get_context',
    'include_defaults: false',
    'workspace_save_memory',
    'document_path',
    'several failed attempts',
    'general questions',
  ])('says something of %s', (words) => expect(text).toContain(words))
})

describe('what is there', () => {
  test('is kept, and gets a budget where it has none', () => {
    const { after } = migrate({
      [`${RULES}/user-profile.md`]: '\ufeff# Me\r\n\r\n- UTC+7',
      [`${RULES}/own.md`]: '---\nalwaysApply: true\n---\n\nText\n',
      [`${RULES}/workspace-workflow.md`]: '<!-- budget: 12 lines -->\n\nText\n',
      '.cursor/rules/ignored.mdc': 'Other\n',
    })
    expect(after[`${RULES}/user-profile.md`]).toBe(
      '\ufeff<!-- budget: 50 lines -->\r\n\r\n# Me\r\n\r\n- UTC+7',
    )
    expect(after[`${RULES}/own.md`]).toBe('---\nalwaysApply: true\n---\n<!-- budget: 100 lines -->\n\nText\n')
    expect(after[`${RULES}/workspace-workflow.md`]).toBe('<!-- budget: 12 lines -->\n\nText\n')
    expect(after['.cursor/rules/ignored.mdc']).toBe('<!-- budget: 100 lines -->\n\nOther\n')
    expect(after['.cursor/rules/own.mdc']).toEqual({ link: `../../${RULES}/own.md` })
    expect(Object.keys(after)).toContain(`${RULES}/context-memory-rule.md`)
  })

  test('is left where a budget would only turn into an error', () => {
    const path = `${RULES}/user-profile.md`
    const { after, what } = migrate({ [path]: '- Fact\n'.repeat(49) })
    expect(after[path]).toBe('- Fact\n'.repeat(49))
    expect(what[0]).toMatch(/^agent\/rules\/common\/user-profile\.md:1 With a budget it would have 51 lines/)
  })

  test('is left where its front matter cannot be read', () => {
    const path = `${RULES}/user-profile.md`
    const { after, what } = migrate({ [path]: '---\na: [\n---\n' })
    expect(after[path]).toBe('---\na: [\n---\n')
    expect(what[0]).toMatch(/^agent\/rules\/common\/user-profile\.md:\d /)
  })

  test('is the same file under a name in another case', () => {
    const { after } = migrate({ [`${RULES}/User-Profile.md`]: 'Me\n' })
    expect(Object.keys(after)).not.toContain(`${RULES}/user-profile.md`)
  })

  test('says that all of it together is too much', () => {
    const { what } = migrate({ [`${RULES}/a.md`]: `<!-- budget: 280 lines -->\n${'- Fact\n'.repeat(250)}` })
    expect(what.at(-1)).toMatch(/^agent\/rules\/common:1 All hot memory together has \d+ lines/)
  })

  test('is nothing to fix in a clean workspace', () => {
    expect(planLiteral(hotMemory, cleanWorkspace)).toEqual({ sets: [], forPerson: [] })
  })
})

describe("an agent's directory", () => {
  const rule = { [`${RULES}/a.md`]: '<!-- budget: 9 lines -->\nText\n' }

  test('that links to all rules gets no more links', () => {
    const { after } = migrate({ ...rule, '.codex/all': { link: `../${RULES}` } })
    expect(Object.keys(after).filter((path) => path.startsWith('.codex'))).toEqual(['.codex/all'])
  })

  test('that is a link itself gets none', () => {
    const files = { ...rule, '.codex': { link: RULES } }
    const { after, what } = migrate(files, { choices: ['codex'] })
    expect(Object.keys(after).filter((path) => path.startsWith('.codex'))).toEqual(['.codex'])
    expect(what.at(-1)).toMatch(/^\.codex:1 Another file is where a symlink/)
  })

  test('keeps what is where a link would go, and a copy', () => {
    const { after, what } = migrate({
      ...rule,
      [`${RULES}/b.md`]: '<!-- budget: 9 lines -->\nOther\n',
      '.codex/a.md': '<!-- budget: 9 lines -->\nMine\n',
      '.codex/c.md': '---\nx: 1\n---\n<!-- budget: 9 lines -->\nOther\n',
    })
    expect(after['.codex/a.md']).toBe('<!-- budget: 9 lines -->\nMine\n')
    expect(after['.codex/b.md']).toBeUndefined()
    expect(what.filter((one) => one.startsWith('.codex'))).toEqual([
      expect.stringMatching(/^\.codex\/a\.md:1 Another file is where a symlink/),
    ])
  })

  test('is not made where a file is in the way of the rules', () => {
    const { after, what } = migrate({ ...OVERVIEW, 'agent/rules': 'Text\n' })
    expect(Object.keys(after)).toHaveLength(2)
    expect(what).toEqual([expect.stringMatching(/^agent\/rules:1 This is not a directory/)])
  })
})

test('every byte of a rule stays, whatever is in it', () => {
  const part = fc.constantFrom(
    '---',
    '---\n',
    '\r\n',
    '\n',
    'a: b\n',
    '# T',
    '<!--',
    ' -->',
    '```\n',
    'budget: 3',
    '\ufeff',
    ' ',
    '- x',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const path = `${RULES}/own.md`
      const text = parts.join('')
      const after = String(migrate({ [path]: text }).after[path])
      const at = after.indexOf('<!-- budget: 100 lines -->')
      if (at < 0 || after === text) expect(after).toBe(text)
      else {
        const added = /^(?:\r\n|\n)?<!-- budget: 100 lines -->(?:\r\n|\n){1,2}/
        const start = [...Array(at + 1).keys()].find(
          (from) =>
            text.startsWith(after.slice(0, from)) &&
            from + text.length <= after.length &&
            text.endsWith(after.slice(from).replace(added, '')),
        )
        expect(start).toBeDefined()
      }
    }),
    { numRuns: runs(300) },
  )
})
