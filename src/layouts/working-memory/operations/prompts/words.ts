import type { SectionId } from '../../dsl/update.ts'

/** What a model is asked for a section. */
type SectionWords = {
  readonly header: string
  readonly job: string
  readonly rules: readonly string[]
  readonly example: string
}

/** The section's form as the format has it, two spaces a level. */
export const WORDS: { readonly [section in SectionId]: SectionWords } = {
  progress: {
    header: 'CURRENT_PROGRESS',
    job: 'You keep the current progress of a task, so that an agent with little context knows what is done, what it is doing and what is left.',
    rules: [
      'Rewrite the whole section: what you leave out is forgotten.',
      '`In Progress` is mandatory, with at least one bullet. `Completed` and `Remaining` are optional: write them where they are useful.',
      'Keep bullets concise, below 100 characters, and action-oriented. One line each.',
      'Give no reasons.',
    ],
    example: [
      'CURRENT_PROGRESS:',
      '  Completed:',
      '    - reproduce the lost retry',
      '  In Progress:',
      '    - write a failing test',
      '  Remaining:',
      '    - fix the queue',
    ].join('\n'),
  },
  learnings: {
    header: 'KEY_LEARNINGS',
    job: 'You keep the key learnings of a task: short insights that an agent will need again and cannot see in the code.',
    rules: [
      'ADD writes a new learning, with a reason. ARCHIVE marks one that no longer holds, by its id, with a reason. Nothing else happens to a learning: to correct one, archive it and add another.',
      'Only add if high-value and certain.',
      'Add at most 1 to 3. If unsure, answer `no change`.',
      'An archiving needs the explicit id of an entry below, and a reason.',
      'An insight is one line. No filler text, and nothing that is among the learnings already.',
    ],
    example: [
      'KEY_LEARNINGS:',
      '  ADD:',
      '    - because two fixes failed on it: the queue drops jobs whose lease runs out',
      '  ARCHIVE:',
      '    (none)',
    ].join('\n'),
  },
  verbatim: {
    header: 'VERBATIM_CONTEXT',
    job: 'You keep snippets that a task needs word for word: configuration, commands, error messages, signatures.',
    rules: [
      'Only add a snippet that upcoming steps require exactly as it is. If there is none, answer `no change`.',
      'A snippet stays as it is: to correct one, archive it and add another. An archiving cites the id of an entry below and a reason, such as `outdated config`.',
      'Give each a short label that says what it is: a file path, a config key.',
      'Copy every character. Write a snippet of several lines below `=>`, each line indented by six spaces in addition to its own.',
      'No secrets, and no more than 6 KiB each.',
    ],
    example: [
      'VERBATIM_CONTEXT:',
      '  ADD:',
      '    - because the test needs it: config/queue.yaml =>',
      '      queue:',
      '        lease: 30s',
      '  ARCHIVE:',
      '    - VC-1 because outdated config',
    ].join('\n'),
  },
}
