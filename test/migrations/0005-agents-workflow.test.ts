import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agentsWorkflow, GUIDANCE_MARK } from '../../migrations/0005-agents-workflow.ts'
import type { Files } from '../helpers/check-literal.ts'
import { type MigrateOptions, planLiteral, withChanges } from '../helpers/migrate-literal.ts'
import { runs } from '../helpers/runs.ts'

const ARCHIVE = 'agent/rules/archive'
const WORKSPACE = { 'resources/workspaces/shop/OVERVIEW.md': '---\nname: Shop\ndescription: Sells.\n---\n' }

type Migrated = { after: Files; text: string; archive: unknown; what: string[]; isQuiet: boolean }

function migrate(agents: string, options: MigrateOptions & { files?: Files; path?: string } = {}): Migrated {
  const { path = 'AGENTS.md', files: more = {}, ...rest } = options
  const files = { ...WORKSPACE, ...more, [path]: agents }
  const plan = planLiteral(agentsWorkflow, files, rest)
  const after = withChanges(files, plan)
  expect(planLiteral(agentsWorkflow, after, rest).sets).toEqual([])
  return {
    after,
    text: String(after[path]),
    archive: after[`${ARCHIVE}/${path.replace(/\.md$/, '').replaceAll('/', '-')}-2026-03-01.md`],
    what: plan.forPerson.map(({ path: at, line, what }) => `${at}:${line} ${what}`),
    isQuiet: plan.sets.length === 0 && plan.forPerson.length === 0,
  }
}

const STEPS = `1. Identify the workspace, the domain and the repository.
2. Read \`ABSTRACT.md\` of the workspace.
3. Read \`OVERVIEW.md\` of the domain and the repository.
4. Check \`_plans/\` for what is going on.
5. Read \`_architecture/\` if the task needs it.
6. Confirm the scope with the user.
`

describe('mandatory loading under a heading of its own', () => {
  test.each([
    `## Mandatory context loading\n\n${STEPS}`,
    `## Workspace Context Loading (MANDATORY)\n\nFollow these steps for every task.\n\n${STEPS}`,
    `## Before starting any task\n\nYou MUST read ABSTRACT.md and OVERVIEW.md of the workspace.\n`,
    `## Loading workspace context\n\n${STEPS}`,
    '## Before you start\n\nAlways do this, in this order:\n\n- read ABSTRACT.md\n- then OVERVIEW.md, and every file in _plans/\n',
    '## Mandatory context loading\n\nNo exceptions.\n\n### Step 1: Find the workspace\n\nLook at the path.\n\n### Step 2: Read ABSTRACT.md\n\nOf the workspace.\n\n### Step 3: Read OVERVIEW.md\n\nAnd `_plans/`.\n',
    `Mandatory context loading\n-------------------------\n\n${STEPS}`,
    '## Session start\n\nEvery conversation must begin with `workspace_get_context`. Call it, then read lessons.md.\n',
    '## Context loading protocol\n\n> You **must** load `resources/workspaces/{scope}/OVERVIEW.md`\n> before anything else.\n',
  ])('becomes guidance and is kept: %j', (section) => {
    const before = '# Agents\n\nThe shop.\n\n'
    const below = '\n## Style\n\n- Two spaces.\n'
    const { text, archive, what } = migrate(before + section + below)
    expect(text.startsWith(`${before}## Workspace context\n\n${GUIDANCE_MARK}\n\n`)).toBe(true)
    expect(text.endsWith(below)).toBe(true)
    expect(text).not.toContain('ABSTRACT')
    expect(archive).toBe(`<!-- Was in AGENTS.md. -->\n\n${section}`)
    expect(what).toEqual([])
  })

  test('ends where the next section starts, though that one is deeper', () => {
    const { text, archive } = migrate(
      `## Mandatory context loading\n\n${STEPS}\n### Style\n\n- Two spaces.\n`,
    )
    expect(text.endsWith('\n\n### Style\n\n- Two spaces.\n')).toBe(true)
    expect(archive).toBe(`<!-- Was in AGENTS.md. -->\n\n## Mandatory context loading\n\n${STEPS}`)
  })

  test('is found in a nested file, which gets no pointer otherwise', () => {
    const path = 'packages/api/AGENTS.md'
    const { text, archive } = migrate(`# API\n\n## Mandatory context loading\n\n${STEPS}`, { path })
    expect(text.startsWith(`# API\n\n## Workspace context\n\n${GUIDANCE_MARK}`)).toBe(true)
    expect(archive).toContain('<!-- Was in packages/api/AGENTS.md. -->')
    expect(migrate('# API\n', { path }).isQuiet).toBe(true)
  })

  test('goes twice where it is twice, and leaves one guidance', () => {
    const { text, archive } = migrate(
      `## Mandatory context loading\n\n${STEPS}\n## Style\n\nShort.\n\n## Before any task\n\n${STEPS}`,
    )
    expect(text.split(GUIDANCE_MARK)).toHaveLength(2)
    expect(text).toContain('## Style\n\nShort.\n')
    expect(String(archive).split('ABSTRACT.md')).toHaveLength(3)
  })

  test('goes where guidance is there already', () => {
    const first = migrate(`# A\n\n## Mandatory context loading\n\n${STEPS}`)
    const { text, after } = migrate(`${first.text}\n## Before any task\n\n${STEPS}`, {
      files: { [`${ARCHIVE}/AGENTS-2026-03-01.md`]: 'old' },
    })
    expect(text).toBe(`${first.text}\n\n`)
    expect(after[`${ARCHIVE}/AGENTS-2026-03-01.md`]).toBe('old')
    expect(after[`${ARCHIVE}/AGENTS-2026-03-01-2.md`]).toContain('## Before any task')
  })

  test('is reported with its line', () => {
    const files = { ...WORKSPACE, 'AGENTS.md': `# A\n\n## Mandatory context loading\n\n${STEPS}` }
    const { sets } = planLiteral(agentsWorkflow, files)
    expect(sets).toHaveLength(1)
    expect(sets[0]?.map(({ kind }) => kind)).toEqual(['create', 'edit'])
    expect(sets[0]?.[1]?.values).toEqual([
      {
        field: 'mandatory loading',
        value: 'Mandatory context loading',
        evidence: { kind: 'text', path: 'AGENTS.md', line: 3 },
      },
    ])
  })
})

describe('mandatory loading in the midst of something', () => {
  test('goes alone when it is a paragraph with its list', () => {
    const steps = `Before starting any task you MUST read these:\n\n${STEPS}`
    const { text, archive } = migrate(`# Agents\n\nThe shop sells.\n\n${steps}\nTests run with make.\n`)
    expect(
      text.startsWith(`# Agents\n\nThe shop sells.\n\n${GUIDANCE_MARK}\n\nWorkspace context is optional.`),
    ).toBe(true)
    expect(text.endsWith('\n\nTests run with make.\n')).toBe(true)
    expect(archive).toBe(`<!-- Was in AGENTS.md. -->\n\n${steps}`)
  })

  test.each([
    'Load all workspace context at the start of each conversation. This is mandatory.',
    '**Mandatory context loading**: read every OVERVIEW.md before you start.',
    'Before every task, call `workspace_get_context`.',
  ])('goes when it is one line: %s', (line) => {
    const { text, archive, what } = migrate(`# Agents\n\nThe shop sells.\n\n${line}\n\n## Style\n\nTabs.\n`)
    expect(text.startsWith(`# Agents\n\nThe shop sells.\n\n${GUIDANCE_MARK}\n`)).toBe(true)
    expect(text.endsWith('\n\n## Style\n\nTabs.\n')).toBe(true)
    expect(text).not.toContain('## Workspace memory')
    expect(archive).toBe(`<!-- Was in AGENTS.md. -->\n\n${line}\n`)
    expect(what).toEqual([])
  })

  test('goes from a list of other duties, with the guidance below the text', () => {
    const item = '- You MUST call `workspace_get_context`\n  before every task.'
    const { text, archive, what } = migrate(`# Agents\n\n- Use tabs.\n${item}\n- Run the tests.\n`)
    expect(
      text.startsWith(
        `# Agents\n\n- Use tabs.\n- Run the tests.\n\n## Workspace context\n\n${GUIDANCE_MARK}\n`,
      ),
    ).toBe(true)
    expect(archive).toBe(`<!-- Was in AGENTS.md. -->\n\n${item}\n`)
    expect(what).toEqual([])
  })

  test('goes with a heading that says it is mandatory', () => {
    const section = '## Context (mandatory)\n\nBefore every task, call `workspace_get_context`.\n'
    const { text } = migrate(`# Agents\n\n${section}\n## Style\n\nTabs.\n`)
    expect(text).toMatch(/^# Agents\n\n## Workspace context\n[\s\S]*\n\n## Style\n\nTabs\.\n$/)
    expect(text).not.toContain('mandatory)')
  })

  test('goes alone without any heading in the file', () => {
    const { text } = migrate('Before starting any task you MUST read ABSTRACT.md / OVERVIEW.md')
    expect(text.startsWith(`${GUIDANCE_MARK}\n\n`)).toBe(true)
    expect(text.endsWith('\n')).toBe(false)
  })

  test('leaves a tag that was opened above it', () => {
    const { text } = migrate(
      `<important>\n\n## Mandatory context loading\n\n${STEPS}\n</important>\n\n# More\n`,
    )
    expect(text).toMatch(/^<important>\n\n## Workspace context\n[\s\S]*\n<\/important>\n\n# More\n$/)
  })
})

describe('what is doubtful', () => {
  test.each([
    [
      'a duty among others',
      '# Agents\n\n- Always read OVERVIEW.md before you change a schema.\n- Write tests.\n- Use tabs.\n',
      3,
    ],
    [
      'steps that are mostly about something else',
      `## Before you start\n\n1. Read OVERVIEW.md, you must.\n2. Install Node.\n3. Run make.\n4. Start the database.\n`,
      3,
    ],
    [
      'a list that a sentence below it makes a duty',
      '## Workflow\n\n1. Find the workspace.\n2. Load OVERVIEW.md.\n3. Write the code.\n\nDo not skip these steps; this is required.\n',
      4,
    ],
    [
      'a duty for some tasks',
      '# Agents\n\n- Always load the workspace context before you change a schema.\n- Use tabs.\n',
      3,
    ],
  ])('is left: %s', (_, text, line) => {
    const migrated = migrate(text)
    expect(migrated.text).toBe(text)
    expect(migrated.what).toEqual([expect.stringMatching(new RegExp(`^AGENTS\\.md:${line} This may make`))])
  })

  test('is left where something is never closed', () => {
    const text = `## Mandatory context loading\n\n${STEPS}\n\`\`\`\n`
    const migrated = migrate(text)
    expect(migrated.text).toBe(text)
    expect(migrated.what).toEqual([expect.stringMatching(/^AGENTS\.md:10 The block that opens here/)])
  })
})

describe('what is no ceremony', () => {
  test.each([
    ['a choice', '## Workspace context\n\nLoad OVERVIEW.md when the task needs it.\n'],
    ['an optional step', '## Loading context\n\nOptional. Read ABSTRACT.md and OVERVIEW.md.\n'],
    ['an example in a fence', `# Agents\n\n\`\`\`md\n## Mandatory context loading\n\n${STEPS}\`\`\`\n`],
    ['a comment', `# Agents\n\n<!--\n## Mandatory context loading\n\n${STEPS}-->\n`],
    ['a duty to write', '# Agents\n\nAlways keep OVERVIEW.md and `_plans/` true when you are done.\n'],
    [
      'files of another kind of memory',
      '# Agents\n\nBefore starting work you must read `.squad/decisions.md`.\n',
    ],
    ['other files', '## Before you start\n\nYou must read CONTRIBUTING.md and README.md.\n'],
  ])('%s only gets a pointer', (_, text) => {
    const migrated = migrate(text)
    expect(migrated.what).toEqual([])
    expect(migrated.text.startsWith(`${text}\n## Workspace memory\n\n${GUIDANCE_MARK}\n`)).toBe(true)
    expect(migrated.archive).toBeUndefined()
  })

  test.each([
    ['names the tool', 'Call workspace_get_context when the task needs it.\n'],
    ['names the rule', 'See agent/rules/common/context-memory-rule.md.\n'],
  ])('what %s gets nothing', (_, text) => expect(migrate(text).isQuiet).toBe(true))
})

describe('the pointer', () => {
  test.each([
    ['', '## Workspace memory\n', true],
    ['# A', '# A\n\n## Workspace memory\n', false],
    ['# A\n', '# A\n\n## Workspace memory\n', true],
    ['# A\n\n', '# A\n\n## Workspace memory\n', true],
    ['# A\r\n', '# A\r\n\r\n## Workspace memory\r\n', true],
    ['\ufeff# A\r\n\r\nText', '\ufeff# A\r\n\r\nText\r\n\r\n## Workspace memory\r\n', false],
  ])('goes below %j', (before, start, endsLine) => {
    const { text } = migrate(before)
    expect(text.startsWith(start)).toBe(true)
    expect(/\n$/.test(text)).toBe(endsLine)
    expect(text.replaceAll('\r\n', '').includes('\n')).toBe(!before.includes('\r\n'))
  })

  test('names the rule where there is one', () => {
    const rule = { 'agent/rules/common/context-memory-rule.md': 'Text\n' }
    expect(migrate('# A\n', { files: rule }).text).toContain(
      '`agent/rules/common/context-memory-rule.md` says',
    )
    expect(migrate('# A\n').text).not.toContain('context-memory-rule')
  })
})

describe('files', () => {
  test('without any workspace stay', () => {
    const files = { 'AGENTS.md': `## Mandatory context loading\n\n${STEPS}` }
    expect(planLiteral(agentsWorkflow, files)).toEqual({ sets: [], forPerson: [] })
  })

  test('that are links stay, and what they lead to', () => {
    const files: Files = { ...WORKSPACE, 'AGENTS.md': { link: 'CLAUDE.md' }, 'CLAUDE.md': '# Claude\n' }
    expect(planLiteral(agentsWorkflow, files)).toEqual({ sets: [], forPerson: [] })
  })

  test('CLAUDE.md by itself stays', () => {
    expect(migrate(`## Mandatory context loading\n\n${STEPS}`, { path: 'CLAUDE.md' }).isQuiet).toBe(true)
  })

  test('are left where the archive cannot be made', () => {
    const text = `## Mandatory context loading\n\n${STEPS}`
    const migrated = migrate(text, { files: { [ARCHIVE]: 'a file' } })
    expect(migrated.text).toBe(text)
    expect(migrated.what).toEqual([expect.stringMatching(/^AGENTS\.md:1 Its steps/)])
  })

  test('have an archive next to the rules, wherever those are', () => {
    const settings = 'workspace: {hotRules: rules}\n'
    const { after } = migrate(`## Mandatory context loading\n\n${STEPS}`, { settings })
    expect(Object.keys(after)).toContain('rules/archive/AGENTS-2026-03-01.md')
  })
})

test('an item of a list is kept with the end of its line, also where that is not the usual one', () => {
  const other = STEPS.replaceAll('\n', '\r\n')
  assertTakenTextIsKept(`${STEPS}\ufeff## Mandatory context loading\n\ufeff${other}`)
})

test('every byte outside the edits stays, every byte taken out is kept, and a second plan is empty', () => {
  const part = fc.constantFrom(
    '\ufeff',
    '---\n',
    '---\r\n',
    'name: x\n',
    '<!-- note -->\n',
    '<!--\n',
    '-->\n',
    '```\n',
    '~~~\r\n',
    '\n',
    '\r\n',
    ' ',
    '# Agents\n',
    '## Mandatory context loading\n',
    '## Style\r\n',
    '### Step 2\n',
    'Title\n===\n',
    STEPS,
    STEPS.replaceAll('\n', '\r\n'),
    'You MUST read ABSTRACT.md and OVERVIEW.md before any task.\n',
    '- read OVERVIEW.md\n',
    '> quote\n',
    'Text',
    '</x>\n',
    GUIDANCE_MARK,
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
      assertTakenTextIsKept(parts.join(''))
    }),
    { numRuns: runs(2000) },
  )
})

/** Asserts that what is taken out is in the archive, byte for byte, and that a second plan is empty. */
function assertTakenTextIsKept(text: string): void {
  const files = { ...WORKSPACE, 'AGENTS.md': text }
  const plan = planLiteral(agentsWorkflow, files)
  const after = withChanges(files, plan)
  expect(planLiteral(agentsWorkflow, after).sets).toEqual([])
  const archive = String(after[`${ARCHIVE}/AGENTS-2026-03-01.md`] ?? '')
  for (const change of plan.sets.flat()) {
    if (change.kind !== 'edit') continue
    for (const { start, end } of change.edits) expect(archive).toContain(text.slice(start, end))
  }
}
