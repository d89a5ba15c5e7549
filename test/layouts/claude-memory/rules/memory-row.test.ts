import { ruleTest } from '../../../helpers/rule-test.ts'

const topic = (title: string): string => `# ${title}\n\nWhat is known of it.\n`

ruleTest('memory-row', {
  valid: [
    {
      name: 'rows in every form, to files next to it, below and in other folders, also from the top of the repository',
      files: {
        '.claude/memory/MEMORY.md':
          '# Memory\r\n\r\n* [A](a.md): x\r\n1. [B](<team/b c.md>#part): y\r\n| [C](../../docs/c.md) | z |\r\n| --- | --- |\r\n| [D](docs/c.md) | [E](team/b%20c.md) |\r\n',
        '.claude/memory/a.md': topic('A'),
        '.claude/memory/team/b c.md': topic('B'),
        'docs/c.md': topic('C'),
      },
    },
    {
      name: 'links that are examples or lead to the web',
      files: {
        '.claude/memory/MEMORY.md':
          '- [A](a.md): x\n- [Site](https://example.org/b.md)\n- [name](<name>.md)\n\n```\n- [B](b.md)\n```\n',
        '.claude/memory/a.md': topic('A'),
      },
    },
  ],
  invalid: [
    {
      name: 'a row with the slashes of Windows',
      files: {
        '.claude/memory/MEMORY.md': '- [Deploys](team\\queues.md): x\n- [A](a.md): y\n',
        '.claude/memory/a.md': topic('A'),
        '.claude/memory/team/queues.md': topic('Deploys'),
      },
      expect: [
        {
          path: '.claude/memory/MEMORY.md',
          line: 1,
          message: /^The row links to team\\queues\.md, which only Windows finds$/,
        },
      ],
    },
    {
      name: 'a row whose file was renamed, and one whose file is gone; a link in a sentence is for another rule',
      files: {
        '.claude/memory/MEMORY.md':
          '- [Deploys](deploy.md): x\n  - [Queues](queues.md): y\n\nSee [deploys](deploys.md) and [all](all.md).\n',
        '.claude/memory/deploys.md': topic('Deploys'),
      },
      expect: [
        {
          path: '.claude/memory/MEMORY.md',
          line: 1,
          severity: 'warning',
          message: /^The row links to deploy\.md, which does not exist$/,
        },
        { path: '.claude/memory/MEMORY.md', line: 2, message: /queues\.md/ },
        { path: '.claude/memory/MEMORY.md', line: 4, rule: 'link-resolves' },
      ],
    },
    {
      name: 'rows to files that were never added, once',
      files: {
        '.claude/memory/MEMORY.md':
          '- [A](apples.md): x\n- [B](berries.md): x\n- [C](carrots.md): x\n- [E](e.md): x\n- [Q](queue.md): x\n',
        '.claude/memory/e.md': topic('E'),
        '.claude/memory/queues.md': topic('Queues'),
      },
      expect: [
        {
          path: '.claude/memory/MEMORY.md',
          line: 1,
          message: /^3 rows link to files that do not exist: apples\.md, berries\.md, carrots\.md$/,
        },
        { path: '.claude/memory/MEMORY.md', line: 5, message: /^The row links to queue\.md/ },
        { path: '.claude/memory/queues.md', line: 1, rule: 'memory-topic' },
      ],
    },
    {
      name: 'rows into a folder that is gone, once',
      files: {
        '.claude/memory/MEMORY.md':
          '- [A](topics/a.md): x\n- [B](topics/b.md): x\n- [C](topics/c.md): x\n- [D](topics/d.md): x\n- [E](e.md): x\n',
        '.claude/memory/e.md': topic('E'),
      },
      expect: [
        {
          path: '.claude/memory/MEMORY.md',
          line: 1,
          message: /^4 rows link to files in topics that do not exist: a\.md, b\.md, c\.md and 1 more$/,
        },
      ],
    },
  ],
})
