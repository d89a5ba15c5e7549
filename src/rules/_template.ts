import type { DocumentRule } from '../core/rule.ts'

/**
 * `npm run new rule my-rule` copies this file to `src/rules/my-rule.ts` (a rule for every layout), and with the name of a layout
 * behind it to `src/layouts/<layout>/rules/my-rule.ts`. The export is named after the file (`myRule`). After `npm run generate` the
 * rule is registered, documented and can be set. Its test is `test/rules/<id>.test.ts` or
 * `test/layouts/<layout>/rules/<id>.test.ts`, a list of cases for `ruleTest`; a planted violation goes into `planted.ts` of the layout's tests.
 * `kinds` names the kinds of files that it looks at: without it a rule looks at every one.
 * A rule about entries starts from `entriesOf`: see `src/layouts/workspace/rules/entry-tags.ts`.
 *
 * `DocumentRule` looks at one parsed file. Take `MemoryRule` for what needs several files (its `check` gets plain
 * documents and reports with a path), and `ChangeRule` for what compares before with after.
 * A rule is pure: it reads no clock, disk or environment, and throws for nothing that a file may hold.
 */
export const template: DocumentRule = {
  id: 'template',
  summary: 'A heading does not end with a colon.',
  why: 'Say what goes wrong for a reader or an agent when the rule is broken.',
  howToFix: 'Say how to fix a finding, in general.',
  severity: 'warning',
  fixable: true,
  example: { bad: '# Workflow engine:\n', good: '# Workflow engine\n' },
  subject: 'document',
  check: ({ text, markdown }, report) => {
    for (const heading of markdown?.headings ?? []) {
      if (!heading.text.endsWith(':')) continue
      const start = text.indexOf(heading.text, heading.start) + heading.text.length - 1
      report({
        place: heading.place,
        message: 'The heading ends with a colon',
        help: 'Delete the colon.',
        edits: [{ start, end: start + 1, text: '' }],
      })
    }
  },
}
