import { ruleTest } from '../../../helpers/rule-test.ts'
import { CONTEXT, cleanCowork, json, MEMORY, projectMemory } from '../clean-memory.ts'

const laid = (text: string) => ({ ...cleanCowork, [CONTEXT]: text })
const context = (value: unknown) => ({ ...cleanCowork, [MEMORY]: json({ ...projectMemory, context: value }) })
const info = { path: CONTEXT, line: 1, severity: 'info' } as const

ruleTest('context-told', {
  valid: [
    { name: 'a text that names everything', files: cleanCowork },
    {
      name: 'other case and other line breaks',
      files: laid('typescript,\r\nSQLITE; a Hexagonal\r\ndesign.\r\n'),
    },
    { name: 'a context that is empty', files: context({}) },
    { name: 'no context at all', files: context(undefined) },
    { name: 'values that are blank', files: context({ tech_stack: [' '], architecture_style: null }) },
    { name: 'no text', files: { ...cleanCowork, [CONTEXT]: null } },
    {
      name: 'a name on two lines of the text',
      files: { ...context({ tech_stack: ['Event  sourcing'] }), [CONTEXT]: 'We use event\nsourcing.\n' },
    },
  ],
  invalid: [
    {
      name: 'a library that the text does not name',
      files: laid('TypeScript, hexagonal.\n'),
      expect: [
        {
          ...info,
          message: /^The text does not name SQLite, but `context` of \S+memory\.json does$/,
        },
      ],
    },
    {
      name: 'a text that names nothing of it',
      files: laid('# Context\n'),
      expect: [{ ...info, message: /does not name TypeScript, SQLite and hexagonal, but/ }],
    },
    {
      name: 'more than are named',
      files: context({ tech_stack: ['A1', 'B2', 'C3', 'D4', 'E5', 'A1'] }),
      expect: [{ ...info, message: /does not name A1, B2, C3 and 2 more, but/ }],
    },
    {
      name: 'a dependency by its name',
      files: context({ key_dependencies: [{ name: 'leven', version: '4.0.0', purpose: 'distance' }] }),
      expect: [{ ...info, message: /does not name leven,/ }],
    },
  ],
})
