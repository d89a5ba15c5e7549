import { expect, test } from 'vitest'
import { commandsIn } from '../../bench/git-processes.ts'

const event = (event: string, ...argv: string[]): string => JSON.stringify({ event, sid: 'x', argv })

test('every process that started is counted once, by its command', () => {
  const trace = [
    event('version'),
    event('start', 'git', '--literal-pathspecs', '-c', 'core.fsmonitor=false', 'diff', '--quiet'),
    event('exit'),
    event('start', '/usr/bin/git', '-C', 'folder', 'ls-files', '-s'),
    event('start', 'git', '--version'),
    '',
  ]
  expect(commandsIn(trace.join('\n'))).toEqual(['diff', 'ls-files', 'git'])
  expect(commandsIn('')).toEqual([])
})
