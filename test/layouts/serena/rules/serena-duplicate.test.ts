import { ruleTest } from '../../../helpers/rule-test.ts'

const at = (name: string): string => `.serena/memories/${name}.md`

const words = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `word${from + i}`).join(' ')

ruleTest('serena-duplicate', {
  valid: [
    { name: 'short ones', files: { [at('a')]: '# A\n\nUse tabs.\n', [at('b')]: '# A\n\nUse tabs.\n' } },
    {
      name: 'halves, and copies in another project',
      files: { [at('a')]: words(0, 200), [at('b')]: words(100, 300), [`app/${at('c')}`]: words(0, 200) },
    },
  ],
  invalid: [
    {
      name: 'a copy, and one with a few more words',
      files: { [at('a')]: words(0, 300), [at('b')]: words(0, 310), [at('topic/c')]: `${words(0, 300)}\n` },
      expect: [
        { path: at('b'), line: 1, severity: 'info', message: /^The memory says nearly the same as `a`$/ },
        { path: at('topic/c'), line: 1, message: /^The memory says the same as `a`$/ },
      ],
    },
  ],
})
