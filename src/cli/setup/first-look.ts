import { asCalled } from '../../core/command-name.ts'
import { safeText } from '../../core/safe-text.ts'
import { openInstallation, surveyMemory } from '../../setup/installation.ts'
import type { FlagValues } from '../flags.ts'
import type { Io } from '../io.ts'

const COMMANDS = {
  check: 'what is wrong, where, and what to do',
  files: 'every memory file, and how it is read',
  init: 'check on every commit, and merge without conflicts',
  report: 'what agents load, what grows, what was found',
  doctor: 'prove that the hooks fire',
} as const

/** `memkeep` alone: what it sees here, and the next three commands. */
export async function firstLook(_: readonly string[], __: FlagValues, io: Io): Promise<number> {
  const { description, wanted } = await surveyMemory(await openInstallation(io.cwd, 'a first look'))
  // Settings that are there already were written by `init`, or by a person who knows more than this.
  const isSetUp = wanted.settingsText === ''
  const names = isSetUp ? (['check', 'report', 'doctor'] as const) : (['check', 'files', 'init'] as const)
  const lines = names.map((name) => `  memkeep ${name.padEnd(8)}${COMMANDS[name]}`)
  const text = [
    "memkeep keeps an AI agent's file-based memory healthy in git.",
    `Memory here: ${safeText(description)}.`,
    lines.join('\n'),
    'All commands: memkeep --help',
  ]
  io.stdout.write(asCalled(`${text.join('\n\n')}\n`, io.command))
  return 0
}
