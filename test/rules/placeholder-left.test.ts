import { ruleTest } from '../helpers/rule-test.ts'

const NOTE = '.serena/memories/overview.md'

ruleTest('placeholder-left', {
  valid: [
    {
      name: 'words in brackets that ask for nothing',
      files: { [NOTE]: '# Overview\n\n[ANOMALY] [WIP] [IN_PROGRESS] [NEEDS_REVIEW]\n\n- [x] done [TODO]\n' },
    },
    {
      name: 'links, labels and images',
      files: {
        [NOTE]:
          '[PROJECT_NAME](https://example.org/a) [x][PROJECT_NAME] [PROJECT_NAME][] ![PROJECT_NAME](https://example.org/b)\n\n[OTHER_NAME]\n\n[OTHER_NAME]: https://example.org/c\n[PROJECT_NAME]: https://example.org/d\n',
      },
    },
    {
      name: 'code, comments and parts of paths',
      files: {
        [NOTE]:
          '`[PROJECT_NAME]` ``a `[B_NAME]` `` docs/[FEATURE_NAME]/spec.md [TASK_ID].md [TASK_ID]-slug $[X_NAME]\n\n<!-- [PROJECT_NAME] -> Shop -->\n\n    [PROJECT_NAME]\n\n```\n{{PROJECT_NAME}}\n```\n',
      },
    },
    {
      name: 'expressions of a template language',
      files: {
        [NOTE]: 'Prices show as {{ price | money }} and {{ NAME }}, dates as {{ SHORT_DATE | day }}.\n',
      },
    },
    {
      name: 'a template',
      files: { '.serena/memories/task-template.md': '# [TASK_NAME]\n' },
    },
    {
      name: 'a file that is not free text',
      files: { 'docs/adr/0001-a.md': '# 1. [PROJECT_NAME]\n\n## Status\n\nAccepted\n' },
    },
  ],
  invalid: [
    {
      name: 'one placeholder',
      files: { [NOTE]: '# Overview\r\n\r\nThis is **[PROJECT_NAME]**.\r\n' },
      expect: [
        {
          path: NOTE,
          line: 3,
          column: 11,
          severity: 'warning',
          message: /^The placeholder \[PROJECT_NAME\] is not filled in$/,
        },
      ],
    },
    {
      name: 'several, once, at the first',
      files: {
        [NOTE]:
          '\ufeff---\nname: "[NOTE_NAME]"\n---\n\n# {{PROJECT_NAME}}\n\n[PRINCIPLE_1_NAME]: [PRINCIPLE_1_DESCRIPTION] | [SECTION_2_CONTENT]\n\n{{PROJECT_NAME}} [YOUR_TEAM]\n',
      },
      expect: [
        {
          path: NOTE,
          line: 5,
          column: 3,
          message:
            /^5 placeholders are not filled in: \{\{PROJECT_NAME\}\}, \[PRINCIPLE_1_DESCRIPTION\], \[SECTION_2_CONTENT\] …$/,
        },
      ],
    },
    {
      name: 'words of a template, and a field that is empty',
      files: { [NOTE]: '# Deploys\n\n[if applicable, e.g. a queue]\n\n- Status: ...\n' },
      expect: [
        {
          path: NOTE,
          line: 3,
          severity: 'info',
          message: /`\[if applicable, e\.g\. a queue\]` .* and 1 more in this file$/,
        },
      ],
    },
  ],
})
