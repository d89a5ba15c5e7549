import type { DocumentRule } from '../core/rule.ts'

/** No file is so large, or so deeply nested, that reading it can stall the check. */
export const sizeLimit: DocumentRule = {
  id: 'size-limit',
  summary: 'A file, its front matter and its nesting stay below their limits.',
  why: 'A file past a limit is reported and not parsed, so that one file cannot stall a commit; an agent could not load it either.',
  howToFix:
    'Split the file, or archive a part of it. `limits.fileBytes` and `limits.frontMatterBytes` in `memkeep.yaml` move the limits.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '---\nname: Workflow Engine\nnotes: (70,000 characters of pasted log)\n---\n',
    good: '---\nname: Workflow Engine\n---\n\nThe log is in `logs/260208.txt`.\n',
  },
  subject: 'document',
  check: (source, report) => {
    for (const problem of source.problems) if (problem.rule === 'size-limit') report(problem)
  },
}

/** The file parses at all: everything else that is checked depends on it. */
export const syntax: DocumentRule = {
  id: 'syntax',
  summary: 'A file is valid UTF-8, and its YAML, JSON and front matter parse.',
  why: 'What does not parse is seen by no other rule, and by no agent that reads the memory by its fields. Of Markdown with a few bytes that are not UTF-8 (at most 5 in 1000, or 4, and none of 0) only the items that hold them are not known; the others are checked and guarded. Nothing is written to such a file.',
  howToFix:
    'Correct the text at the place that is named. A file in Latin-1 or Windows-1252 is converted by `iconv -f WINDOWS-1252 -t UTF-8 FILE > FILE.new`. YAML here is YAML 1.2 without anchors, tags and repeated keys.',
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
