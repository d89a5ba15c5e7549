import { expect, test } from 'vitest'
import { shellWords } from '../../src/cli/shell-words.ts'

test.each([
  ['or save it with `allow_duplicate: true`.', 'or save it with `--allow-duplicate`.'],
  ['not even with `allow_duplicate`: title it.', 'not even with `--allow-duplicate`: title it.'],
  [
    'Give the value as `tags`, the rest as `content`.',
    'Give the value as `--tags`, the rest as `--content`.',
  ],
  ['Nothing was written. Call the tool again.', 'Nothing was written. Run it again.'],
  ['Take it out, then call the tool again.', 'Take it out, then run it again.'],
  ['Use `####` and `memkeep check`.', 'Use `####` and `memkeep check`.'],
])('%s is said in the shell as %s', (help, said) => {
  expect(shellWords(help)).toBe(said)
})
