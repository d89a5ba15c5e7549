import { describe, expect, test } from 'vitest'
import { globsIn, matchesAny } from '../../../../src/layouts/instructions/globs.ts'
import { ruleTest } from '../../../helpers/rule-test.ts'

const CODE = { 'src/a.ts': '', 'src/web/b.css': '' }
const RULE = '.claude/rules/a.md'
const rule = (globs: string): string => `---\npaths: ${globs}\n---\n\nx\n`

ruleTest('glob-matches', {
  valid: [
    { name: 'a list', files: { ...CODE, [RULE]: rule('["src/**/*.ts", "**/*.css"]') } },
    {
      name: 'a text with commas and braces',
      files: { ...CODE, [RULE]: rule('"src/*.{ts,tsx}, ./src/web/"') },
    },
    { name: 'a rule for all files', files: { [RULE]: 'x\n' } },
    {
      name: 'the form that Cursor documents',
      files: {
        ...CODE,
        'web/.cursor/rules/a.mdc': '---\nglobs: **/*.ts,**/*.css\nalwaysApply: false\n---\nx\n',
      },
    },
    {
      name: 'globs of a rule that is loaded always',
      files: { 'web/.cursor/rules/a.mdc': '---\nglobs: **/*.none\nalwaysApply: true\n---\nx\n' },
    },
  ],
  invalid: [
    {
      name: 'a rule that is never loaded',
      files: { ...CODE, [RULE]: rule('["source/**"]') },
      expect: [
        {
          path: RULE,
          line: 2,
          severity: 'warning',
          message: /^The glob source\/\*\* matches no file, so the rule is never/,
        },
      ],
    },
    {
      name: 'one glob of several',
      files: { ...CODE, [RULE]: rule('["source/**", "src/**"]') },
      expect: [{ path: RULE, line: 2, severity: 'info', message: /^The glob source\/\*\* matches no file$/ }],
    },
    {
      name: 'backslashes',
      files: { ...CODE, [RULE]: rule("'src\\web\\*.css'") },
      expect: [{ path: RULE, line: 2, severity: 'warning', message: /has backslashes/ }],
    },
    {
      name: 'the globs of Copilot, Windsurf and Kiro',
      files: {
        '.github/instructions/a.instructions.md': '---\napplyTo: "**/*.none"\n---\nx\n',
        '.windsurf/rules/a.md': '---\ntrigger: glob\nglobs: *.none\n---\nx\n',
        '.kiro/steering/a.md': '---\ninclusion: fileMatch\nfileMatchPattern: "none/*"\n---\nx\n',
      },
      expect: [
        { path: '.github/instructions/a.instructions.md', line: 2 },
        { path: '.kiro/steering/a.md', line: 3 },
        { path: '.windsurf/rules/a.md', line: 3 },
      ],
    },
  ],
})

describe('globs', () => {
  test.each([
    ['a, b', ['a', 'b']],
    ['*.{a,b},c', ['*.{a,b}', 'c']],
    ['"a","b"', ['a', 'b']],
    ['\n  - "a"\n  - b', ['a', 'b']],
    ['[a, "b"]', ['a', 'b']],
    ['', []],
    [
      ['a', 'b, c', 3],
      ['a', 'b', 'c'],
    ],
    [null, []],
  ])('in %j', (value, globs) => {
    expect(globsIn(value)).toEqual(globs)
  })

  const files = new Map(
    ['src/a.ts', '.github/x.yml', 'Docs/B.md'].map((path) => [
      path,
      { path, id: null, mode: 'file' as const },
    ]),
  )
  test.each([
    ['*.ts', true],
    ['src', true],
    ['src/', true],
    ['/src/**', true],
    ['.github/**', true],
    ['docs/*.md', true],
    ['**', true],
    ['*.go', false],
    ['sr', false],
    ['!*.go', true],
    ['[', false],
    [`${'*a'.repeat(50)}b`, true],
  ])('%s', (glob, is) => {
    expect(matchesAny(glob, files)).toBe(is)
  })
})
