import { expect, test } from 'vitest'
import { runProgram } from '../../src/git/run-program.ts'

const RUN = { cwd: '.', milliseconds: 1000 }

// Windows throws for scripts of sh and cmd, which are no programs there.
test.each([['no-such-program-here'], ['a\0b']])(
  'what cannot be started has no exit code: %j',
  async (file) => {
    expect(await runProgram(file, [], RUN)).toEqual({ code: null, output: '', timedOut: false })
  },
)
