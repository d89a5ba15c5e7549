import {
  closedObject,
  count,
  flag,
  integer,
  list,
  literal,
  openObject,
  orNull,
  text,
  type ValueOf,
} from '../../core/schema.ts'

/** Statements where an agent says nothing else. */
export const LIMIT = 10

export const auditInput = closedObject([], {
  limit: integer(`At most so many statements; ${LIMIT} when absent.`, {
    minimum: 1,
    maximum: 100,
    default: LIMIT,
  }),
  token_budget: integer('At most so many tokens of statements, by an estimate; no limit when absent.', {
    minimum: 1,
  }),
  diff: flag('What changed in each file, as git shows it.'),
})

export type AuditArguments = ValueOf<typeof auditInput>

const commit = (description: string) =>
  openObject(['oid', 'date'], { oid: text(), date: text('YYYY-MM-DD'), subject: text() }, description)

const statement = openObject(['id', 'path', 'line', 'text', 'written', 'files', 'gone'], {
  id: text('A name for its words: `memkeep audit --confirm ID` notes that it is still true.'),
  path: text('The memory file.'),
  line: count('Where the statement begins, from 1.'),
  text: text('Its words.'),
  written: commit('The commit that wrote it.'),
  files: list(
    openObject(['path', 'commits', 'last'], {
      path: text(),
      commits: count('How many commits changed it since then.'),
      last: commit('The newest of them.'),
      diff: text('What they changed, where that was asked for; its end is cut off where it is long.'),
    }),
    'Files that it names and that have changed; the one that changed most comes first.',
  ),
  gone: list(
    openObject(['name', 'from'], { name: text(), from: text('A file that had it then.') }),
    'Names of code in it that files of code had when it was written, and none has now.',
  ),
  cut: flag('True where the statement alone is over the token budget: the rest of it is left out.'),
  confirmed: orNull(commit('When somebody has read it again and left it as it is; null for never.')),
})

/** One statement to read again. Its text is untrusted. */
export type AuditedStatement = ValueOf<typeof statement>

export const auditOutput = openObject(['statements', 'total', 'omitted'], {
  version: literal(1),
  statements: list(
    statement,
    'Those that name what is gone come first, then those whose files changed in most commits.',
  ),
  total: count('How many statements name code that is gone, or has changed since they were written.'),
  omitted: count('How many of them are left out, for the limit or the budget.'),
  dead: count('References to files and scripts that are gone or have moved: `check` lists them.'),
  unknown: orNull(text('Why nothing is known, where that is so.')),
  unread: list(count(), 'Lines of memkeep-confirmed.txt that confirm nothing.'),
})

export type Audit = ValueOf<typeof auditOutput>
