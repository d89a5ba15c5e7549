import { ruleTest } from '../../../helpers/rule-test.ts'

const topic = (title: string, more = 'What is known of it.'): string => `# ${title}\n\n${more}\n`

ruleTest('memory-topic', {
  valid: [
    {
      name: 'files that the index names in any form, or that a file names to which it leads',
      files: {
        '.claude/memory/MEMORY.md':
          '\uFEFF- [A](a.md): x\n- see `b.md`, c_c.md and [[d]]\n- in `e` as well\n',
        '.claude/memory/a.md': topic('A', 'More is in [F](f.md).'),
        '.claude/memory/b.md': topic('B'),
        '.claude/memory/c_c.md': topic('C'),
        '.claude/memory/d.md': topic('D'),
        '.claude/memory/e.md': topic('E'),
        '.claude/memory/f.md': topic('F', 'Its other half is [[g]].'),
        '.claude/memory/g.md': topic('G'),
      },
    },
    {
      name: 'guides and logs, files in folders below, and what lies next to an index at the top',
      settings: 'layouts:\n  atomic: off\n',
      files: {
        'memory/MEMORY.md': '- [A](a.md): x\n',
        'memory/a.md': topic('A'),
        'memory/README.md': topic('How this works'),
        'memory/decisions.md': topic('Decisions'),
        'memory/archive/b.md': topic('B'),
        'MEMORY.md': '- [A](memory/a.md): x\n- [C](docs/c.md): y\n',
        'docs/c.md': topic('C'),
        'NOTES.md': topic('Notes'),
      },
    },
    {
      name: 'notes in the workspace of another agent',
      files: {
        'agents/one/.claude/memory/MEMORY.md': '- [A](a.md): x\n- [B](b.md): y\n',
        'agents/one/.claude/memory/a.md': topic('A'),
        'agents/one/.claude/memory/b.md': topic('B'),
        'agents/two/memory/MEMORY.md': '- [A](a.md): x\n',
        'agents/two/memory/SOUL.md': topic('Soul'),
        'agents/two/memory/a.md': topic('A'),
        'agents/two/memory/later.md': topic('Later'),
      },
    },
  ],
  invalid: [
    {
      name: 'a file that nothing names, and two that name each other alone',
      files: {
        '.claude/agent-memory/reviewer/MEMORY.md': '- [A](a.md): x\n',
        '.claude/agent-memory/reviewer/a.md': topic('A'),
        '.claude/agent-memory/reviewer/b.md': topic('B'),
        '.claude/agent-memory/reviewer/c.md': topic('C', 'See [D](d.md).'),
        '.claude/agent-memory/reviewer/d.md': topic('D', 'See [C](c.md).'),
      },
      expect: ['b', 'c', 'd'].map((name) => ({
        path: `.claude/agent-memory/reviewer/${name}.md`,
        line: 1,
        severity: 'warning' as const,
        message: new RegExp(`^MEMORY\\.md has no row for ${name}\\.md, and nothing that it leads to`),
      })),
    },
  ],
})
