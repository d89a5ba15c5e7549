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
      name: 'a value that is no YAML, and is read as it is',
      files: { ...CODE, [RULE]: '---\npaths: *a11\n---\n\nA rule.\n' },
      expect: [{ path: RULE, line: 2, severity: 'warning', message: /^The glob \*a11 matches no file/ }],
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

  test('in time, whatever the glob', () => {
    const many = new Map(
      Array.from({ length: 300 }, (_, i) => `${'aaaaaa/'.repeat(20)}${i}${'a'.repeat(60)}`).map((path) => [
        path,
        { path, id: null, mode: 'file' as const },
      ]),
    )
    const started = performance.now()
    for (const glob of [
      `${'**/'.repeat(20)}zzz`,
      `${'**/*a*a/'.repeat(12)}zzz`,
      `${'a**'.repeat(30)}z`,
      '*a*a*a*a*a*a*a*b/c',
      `${'{a,b}'.repeat(7)}/z`,
    ]) {
      expect(matchesAny(glob, many)).toBe(false)
    }
    expect(performance.now() - started).toBeLessThan(2000)
  })

  const LONG = `deep/${'a'.repeat(90)}`
  const files = new Map(
    ['src/a.ts', '.github/x.yml', 'Docs/B.md', 'app/(shop)/p.tsx', 'app/[id]/p.tsx', LONG].map((path) => [
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
    ['app/(shop)/**', true],
    ['app/[id]/*', true],
    ['app/[i]d/*', false],
    ['src/[a-c].ts', true],
    ['src/[!a-c].ts', false],
    ['src/?.{js,ts}', true],
    ['{src,lib}/{b,{c,a}}.ts', true],
    ['{src,lib', false],
    ['src/**/a.ts', true],
    ['**/**/**/a.ts', true],
    ['sr**/a.ts', true],
    ['*/*/*/*', false],
    ['src/@(a|b).ts', true],
    ['src/{1..9}.ts', true],
    [`${'*a'.repeat(50)}b`, false],
    ['{a,b}'.repeat(40), true],
    ['**/*a*a*a*/'.repeat(20), false],
    [`${'{a,'.repeat(60)}z${'}'.repeat(60)}`, true],
  ])('%s', (glob, is) => {
    expect(matchesAny(glob, files)).toBe(is)
  })
})
