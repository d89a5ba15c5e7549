import { expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.ts'
import { FLAGS } from '../../src/cli/flags.ts'

test('every flag belongs to a command that exists', () => {
  const commands = new Set(COMMANDS.map(({ name }) => name))
  expect(FLAGS.flatMap(({ commands: of = [] }) => of).filter((name) => !commands.has(name))).toEqual([])
})

test('no flag is declared twice', () => {
  const names = FLAGS.flatMap(({ flags }) => flags.match(/--?[a-z][a-z-]*/gi) ?? [])
  expect(new Set(names).size).toBe(names.length)
})
