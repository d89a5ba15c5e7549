import { ruleTest } from '../../../helpers/rule-test.ts'

const files = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`memory-bank/${name}.md`, `# ${name}\n`]))

ruleTest('bank-files', {
  valid: [
    { name: 'two of them', files: files('progress', 'activeContext', 'notes') },
    {
      name: 'all, however they are written',
      files: files(
        'project-brief',
        'productcontext',
        'ActiveContext',
        'system_patterns',
        'techContext',
        'progress',
      ),
    },
    {
      name: 'those of a bank with a log of decisions',
      files: files('productContext', 'activeContext', 'systemPatterns', 'progress', 'decisionLog'),
    },
  ],
  invalid: [
    {
      name: 'those that are not there',
      files: {
        ...files('projectbrief', 'activeContext', 'progress'),
        ...{ 'app/memory-bank/progress.md': '# A\n' },
      },
      expect: [
        {
          path: 'memory-bank/activeContext.md',
          line: 1,
          severity: 'info',
          message: /^The memory bank has no productContext\.md, systemPatterns\.md, techContext\.md$/,
        },
      ],
    },
    {
      name: 'a core file where there is a log',
      files: files('productContext', 'activeContext', 'systemPatterns', 'decision-log'),
      expect: [{ path: 'memory-bank/activeContext.md', line: 1, message: /has no progress\.md$/ }],
    },
  ],
})
