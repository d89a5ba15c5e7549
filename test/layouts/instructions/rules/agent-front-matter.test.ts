import { ruleTest } from '../../../helpers/rule-test.ts'

const CURSOR = 'web/.cursor/rules/a.mdc'
const COPILOT = '.github/instructions/a.instructions.md'
const KIRO = '.kiro/steering/a.md'
const WINDSURF = '.windsurf/rules/a.md'
const file = (fields: string): string => `---\n${fields}\n---\n\nx\n`

ruleTest('agent-front-matter', {
  valid: [
    { name: 'an alwaysApply', files: { [CURSOR]: file('alwaysApply: true') } },
    {
      name: 'an empty glob with a description',
      files: { [CURSOR]: file('description: x\nglobs: \nalwaysApply: false') },
    },
    {
      name: 'no front matter for Cursor, Windsurf and Kiro',
      files: { [CURSOR]: 'x\n', [WINDSURF]: 'x\n', [KIRO]: 'x\n' },
    },
    { name: 'an applyTo', files: { [COPILOT]: file("applyTo: '**'") } },
    { name: 'the modes of Kiro', files: { [KIRO]: file('inclusion: auto\nname: a\ndescription: b') } },
    { name: 'a description without a trigger', files: { [WINDSURF]: file('description: x') } },
    { name: 'one path', files: { '.claude/rules/a.md': file('paths: "**/*.md"') } },
    { name: 'a glob without quotes', files: { '.claude/rules/a.md': file('paths: *.md') } },
    { name: 'the README of a folder', files: { '.github/instructions/README.md': 'x\n' } },
  ],
  invalid: [
    {
      name: 'an alwaysApply in quotes',
      files: { [CURSOR]: file('description: x\nalwaysApply: "true"') },
      expect: [{ path: CURSOR, line: 3, severity: 'warning', message: /neither true nor false/ }],
    },
    {
      name: 'an alwaysApply that is a word, in lines that are no YAML',
      files: { [CURSOR]: file('description: x\nglobs: *.md\nalwaysApply: yes') },
      expect: [{ path: CURSOR, line: 4, message: /`alwaysApply: yes`/ }],
    },
    {
      name: 'a colon in a value, which is no YAML',
      files: {
        '.claude/rules/a.md': file('description: Note: x\npaths: "**/*.md"'),
        [COPILOT]: file('description: Note: x\napplyTo: "**"'),
        [KIRO]: file('inclusion: always\ndescription: Note: x'),
      },
      expect: ['.claude/rules/a.md', COPILOT, KIRO].map((path) => ({
        path,
        line: 1,
        severity: 'info' as const,
        message: /^The front matter is no YAML \(The line has a second/,
      })),
    },
    {
      name: 'a rule that nothing loads',
      files: { [CURSOR]: file('alwaysApply: false') },
      expect: [{ path: CURSOR, line: 1, severity: 'info', message: /only when a person names it/ }],
    },
    {
      name: 'a rule for Cursor that ends with .md',
      files: { 'web/.cursor/rules/a.md': 'x\n' },
      expect: [{ path: 'web/.cursor/rules/a.md', line: 1, message: /rules end with `\.mdc`/ }],
    },
    {
      name: 'no applyTo, front matter in a fence, and another name',
      files: {
        [COPILOT]: file('description: x'),
        '.github/instructions/b.instructions.md': `\`\`\`instructions\n${file("applyTo: '**'")}\`\`\`\n`,
        '.github/instructions/c.md': 'x\n',
      },
      expect: [
        { path: COPILOT, line: 1, message: /no `applyTo`/ },
        { path: '.github/instructions/b.instructions.md', line: 1, message: /inside a code fence/ },
        { path: '.github/instructions/c.md', line: 1, message: /does not end with/ },
      ],
    },
    {
      name: 'nothing behind the front matter, and no text at all',
      files: { [CURSOR]: '---\nalwaysApply: true\n---\n', '.roo/rules/a.md': '\n' },
      expect: [
        { path: CURSOR, line: 1, message: /^The rule is empty$/ },
        { path: '.roo/rules/a.md', line: 1, message: /^The rule is empty$/ },
      ],
    },
    {
      name: 'a key without a space behind its colon, a misspelt one, an agent that is none',
      files: {
        [CURSOR]: file('description: Python\nglobs:**/*.py\nalwaysApply: false'),
        [WINDSURF]: file('triger: manual'),
        [COPILOT]: file("applyTo: '**'\nexcludeAgent: reviews"),
        'web/a.py': 'x\n',
      },
      expect: [
        { path: CURSOR, line: 3, message: /`globs:\*\*\/\*\.py` has no space behind the colon/ },
        { path: WINDSURF, line: 2, message: /probably meant as `trigger`/ },
        { path: COPILOT, line: 3, message: /`excludeAgent: reviews` is no agent of Copilot/ },
      ],
    },
    {
      name: 'modes that do not exist',
      files: { [KIRO]: file('inclusion: sometimes'), [WINDSURF]: file('trigger: often') },
      expect: [
        { path: KIRO, line: 2, message: /no mode of Kiro/ },
        { path: WINDSURF, line: 2, message: /no mode of Windsurf/ },
      ],
    },
    {
      name: 'modes without what they need',
      files: {
        [KIRO]: file('inclusion: fileMatch'),
        '.kiro/steering/b.md': file('inclusion: auto\nname: b'),
        [WINDSURF]: file('trigger: glob'),
        '.claude/rules/a.md': file('paths: { a: b }'),
      },
      expect: [
        { path: '.claude/rules/a.md', line: 2, message: /no list of globs/ },
        { path: KIRO, line: 2, message: /no `fileMatchPattern`/ },
        { path: '.kiro/steering/b.md', line: 2, message: /no `description`/ },
        { path: WINDSURF, line: 2, message: /no `globs`/ },
      ],
    },
  ],
})
