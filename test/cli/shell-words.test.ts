import { expect, test } from 'vitest'
import { shellWords } from '../../src/cli/operations/call-and-print.ts'
import { getContext } from '../../src/layouts/workspace/operations/get-context.ts'
import { saveMemory } from '../../src/layouts/workspace/operations/save-memory.ts'
import { operationFlags } from '../../src/operations/operation-flags.ts'

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
  expect(shellWords(help, operationFlags(saveMemory))).toBe(said)
})

test('a flag with a name of its own, and no flags at all', () => {
  const help = 'Leave out `include_defaults: false`, and call the tool again.'
  expect(shellWords(help, operationFlags(getContext))).toBe('Leave out `--no-defaults`, and run it again.')
  expect(shellWords(help, [])).toBe('Leave out `include_defaults: false`, and run it again.')
})

test('an operation becomes the command that runs it, where the help is for a command', () => {
  const help = 'Take `memory_id` from `query_memory_index`, or use write_task.'
  expect(shellWords(help, operationFlags(saveMemory))).toBe(
    'Take `memory_id` from `memkeep cowork query`, or use `memkeep atomic write-task`.',
  )
  expect(shellWords(help, [])).toBe(help)
})
