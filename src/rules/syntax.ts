import type { DocumentRule } from '../core/rule.ts'

/** The file parses at all: everything else that is checked depends on it. */
export const syntax: DocumentRule = {
  id: 'syntax',
  summary: 'A file is valid UTF-8, and its YAML, JSON and front matter parse.',
  why: 'What does not parse is seen by no other rule, and by no agent that reads the memory by its fields.',
  howToFix:
    'Correct the text at the place that is named. YAML here is YAML 1.2 without anchors, tags and repeated keys.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '---\nname: Workflow Engine: the sequel\n---\n',
    good: "---\nname: 'Workflow Engine: the sequel'\n---\n",
  },
  subject: 'document',
  check: (source, report) => {
    for (const problem of source.problems) if (problem.rule === 'syntax') report(problem)
  },
}
