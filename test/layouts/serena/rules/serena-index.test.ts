import { ruleTest } from '../../../helpers/rule-test.ts'

const at = (name: string): string => `.serena/memories/${name}.md`
const notes = Object.fromEntries(
  ['a', 'b', 'topic/c', 'topic/d', 'e'].map((name) => [at(name), `# ${name}\n`]),
)

ruleTest('serena-index', {
  valid: [
    { name: 'no index', files: notes },
    {
      name: 'what the index leads to: by links, references, words, other indexes and memories',
      files: {
        ...notes,
        [at('memory-index')]: '| words | [b](./b.md) |\n\ntopic-index, A. `mem:e`\n',
        [at('topic/topic-index')]: '- d\n',
        [at('topic-index')]: '- [c](topic/c.md#x), topic/topic-index\n',
        [at('README')]: '# About\n',
      },
    },
    { name: 'an index of another project', files: { ...notes, [`app/${at('memory-index')}`]: '# Index\n' } },
  ],
  invalid: [
    {
      name: 'memories that it does not lead to',
      files: { ...notes, [at('memory-index')]: '# Index\n\n- [b](b.md)\n', [at('b')]: '# b\n\n`mem:a`, e\n' },
      expect: [
        {
          path: at('memory-index'),
          line: 1,
          severity: 'info',
          message: /^The index does not lead to 3 of 6 memories: e, topic\/c, topic\/d$/,
        },
      ],
    },
  ],
})
