import {
  closedObject,
  count,
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
})

export type AuditArguments = ValueOf<typeof auditInput>

const commit = (description: string) =>
  openObject(['oid', 'date'], { oid: text(), date: text('YYYY-MM-DD'), subject: text() }, description)

const statement = openObject(['path', 'line', 'text', 'written', 'files'], {
  path: text('The memory file.'),
  line: count('Where the statement begins, from 1.'),
  text: text('Its words.'),
  written: commit('The commit that wrote it.'),
  files: list(
    openObject(['path', 'commits', 'last'], {
      path: text(),
      commits: count('How many commits changed it since then.'),
      last: commit('The newest of them.'),
    }),
    'Files that it names and that have changed; the one that changed most comes first.',
  ),
})

/** One statement to read again. Its text is untrusted. */
export type AuditedStatement = ValueOf<typeof statement>

export const auditOutput = openObject(['statements', 'total', 'omitted'], {
  version: literal(1),
  statements: list(statement, 'Those whose files changed in most commits come first.'),
  total: count('How many statements name code that has changed since they were written.'),
  omitted: count('How many of them are left out, for the limit or the budget.'),
  unknown: orNull(text('Why nothing is known, where that is so.')),
})

export type Audit = ValueOf<typeof auditOutput>
