import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Where a regular expression is made while memkeep runs, from what is no text of memory, or from text that is escaped and bounded. */
const MADE_WHILE_RUNNING: readonly string[] = [
  // The prefix of a series of records: two or more letters of a file's name.
  'src/layouts/adr/relations.ts',
  // A scope: one of two words.
  'src/layouts/agent-memory/store/compaction.ts',
  // The depth of headings: a number.
  'src/layouts/log/rules/log-hidden.ts',
  // The length of conflict marks: a number that git gives.
  'src/formats/merge/merge-entries.ts',
  // A form of entries: escaped, at most 200 characters of text between two fields.
  'src/formats/logs/entry-pattern.ts',
  // Words that memkeep itself lists.
  'migrations/entry-format/bullet-stops.ts',
  'src/formats/configured/held.ts',
  'src/formats/free-text.ts',
  'src/formats/hidden-text.ts',
  'src/formats/logs/kept-words.ts',
  'src/formats/logs/plain-entries.ts',
  'src/formats/marks-in-words.ts',
  'src/formats/statements/commands.ts',
  'src/formats/statements/in-english.ts',
  'src/formats/statements/limits.ts',
  'src/formats/statements/package-managers.ts',
  'src/formats/statements/styles.ts',
  'src/formats/statements/tools.ts',
  'src/formats/statements/versions.ts',
  'src/formats/unread-headings.ts',
  // Patterns of places, which layouts give; names in settings are escaped.
  'src/core/places.ts',
  // The name of an argument of an operation.
  'src/cli/operations/call-and-print.ts',
  // A key of the user's, escaped letter by letter.
  'src/models/provider.ts',
]

/** Made once, when its file is loaded. */
const AT_LOAD = /^(?:export )?const \w+(?:: RegExp)? = new RegExp\(/gm

test('no text of memory becomes a regular expression', () => {
  const files = ['src', 'migrations'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.ts')),
  )
  const making = files.filter((path) => {
    const text = readFileSync(path, 'utf8')
    return text.split('new RegExp(').length - 1 > [...text.matchAll(AT_LOAD)].length
  })
  expect(making.toSorted()).toEqual(MADE_WHILE_RUNNING.toSorted())
})
