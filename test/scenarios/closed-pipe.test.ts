import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

test('a reader that goes away, as in `memkeep explain | head -1`, is no failure', async () => {
  const child = spawn(process.execPath, ['dist/memkeep.cjs', 'explain', '--format', 'json'])
  child.stdout.destroy()
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect({ said, code }).toEqual({ said: '', code: 0 })
})
