import type { DocumentRule } from '../core/rule.ts'

/** Front matter is the first thing in its file, once. */
export const frontMatterPosition: DocumentRule = {
  id: 'front-matter-position',
  summary: 'A file has one front-matter block, at its very start.',
  why: 'Below a blank line, a comment or a heading, front matter is only text between two rules: its fields are not read.',
  howToFix:
    'Move the block to the first line. `check --fix` does so where nothing but blank lines or comments is above it.',
  severity: 'error',
  fixable: true,
  example: {
    bad: '\n---\nname: DevTools\ndescription: Shared development tools.\n---\n\n# DevTools\n',
    good: '---\nname: DevTools\ndescription: Shared development tools.\n---\n\n# DevTools\n',
  },
  subject: 'document',
  check: (source, report) => {
    for (const problem of source.problems) if (problem.rule === 'front-matter-position') report(problem)
  },
}
