import { resolve } from 'node:path'
import { asCalled } from '../core/command-name.ts'
import type { JsonObject } from '../core/json.ts'
import type { OpenForm } from '../core/layout.ts'
import { safePath, safeText } from '../core/messages.ts'
import { safeJson } from '../reporters/json.ts'
import { doctorText, leftLines, type SetupLook, type SetupWords, setupText } from '../reporters/setup-text.ts'
import { wrap } from '../reporters/terminal-text.ts'
import { counted } from '../reporters/wording.ts'
import type { InitOptions } from '../setup/init.ts'
import { type ChosenForms, openInstallation, surveyMemory } from '../setup/installation.ts'
import type { InitPreview } from '../setup/preview-init.ts'
import type { SetupResult } from '../setup/site-on-disk.ts'
import { colorsFor, columnsOf, type Dialogue, deliver, type FlagValues, type Io } from './command.ts'

/**
 * `memkeep init`: asks a person on a terminal; exit 1 when hooks do not work until a person did what is left, as `doctor` has it. With `--clone` it is what an
 * install runs: where the environment turns hooks off, it does nothing.
 */
export async function init(_: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { dryRun = false, editor = false, clone = false, agentHooks } = flags
  if (clone && (io.env.HUSKY === '0' || io.env.MEMKEEP === '0')) return 0
  // Imported when called: the merge driver shares this bundle, and its start delays git.
  const { runInit } = await import('../setup/init.ts')
  const { cwd: from, env } = io
  const asked: InitOptions = {
    cwd: resolve(from, flags.cwd ?? ''),
    from,
    dryRun,
    env,
    editor,
    clone,
    ...(agentHooks !== undefined && { agentHooks }),
  }
  const options = isAsking(flags, io) ? await askAboutInit(asked, flags, io) : asked
  if (options === null) {
    io.stderr.write('\nNothing was written.\n')
    return 0
  }
  const result = await runInit(options)
  if (clone && result.left.length === 0 && !dryRun) return 0
  return deliverSetup(result, {
    words: { husky: 'created', nothing: 'everything was set up already', dryRun },
    flags,
    io,
  })
}

/** `memkeep uninstall`: exit 1 when something of memkeep's is left, because it was changed. */
export async function uninstall(_: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { dryRun = false } = flags
  // Imported when called: the merge driver shares this bundle, and its start delays git.
  const { runUninstall } = await import('../setup/uninstall.ts')
  const { cwd: from } = io
  const result = await runUninstall({ cwd: resolve(from, flags.cwd ?? ''), from, dryRun })
  return deliverSetup(result, {
    words: { husky: 'deleted', nothing: 'memkeep had added nothing here', dryRun },
    flags,
    io,
  })
}

type SetupOutput = { readonly words: SetupWords; readonly flags: FlagValues; readonly io: Io }

/** Reports what `init` or `uninstall` did; gives 2 when a file could not be written, 1 when a person has to do the rest. */
async function deliverSetup(result: SetupResult, { words, flags, io }: SetupOutput): Promise<number> {
  const memory = result.memory && { seen: result.memory.seen, description: result.memory.description }
  const text =
    flags.format === 'json'
      ? safeJson({ version: 1, dryRun: words.dryRun, ...result, memory })
      : asCalled(setupText(result, words, lookOf(flags, io)), io.command)
  await deliver(text, flags, io)
  if (result.files.some(({ did }) => did === 'refused')) return 2
  return result.left.length > 0 || result.next.some(({ needed }) => needed) ? 1 : 0
}

/** `memkeep doctor`: exit 1 when something is wrong. With `--codeowners` it prints that block instead. */
export async function doctor(_: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const cwd = resolve(io.cwd, flags.cwd ?? '')
  // Imported when called: the merge driver shares this bundle, and its start delays git.
  if (flags.codeowners !== undefined) {
    const { codeownersBlock } = await import('../setup/codeowners.ts')
    await deliver(await codeownersBlock(cwd, flags.codeowners), flags, io)
    return 0
  }
  const { runDoctor } = await import('../setup/doctor/doctor.ts')
  const checks = await runDoctor({ cwd, from: io.cwd, env: io.env })
  const text =
    flags.format === 'json'
      ? safeJson({ version: 1, checks })
      : asCalled(doctorText(checks, lookOf(flags, io)), io.command)
  await deliver(text, flags, io)
  return checks.some(({ status }) => status === 'wrong') ? 1 : 0
}

function lookOf(flags: FlagValues, io: Io): Required<SetupLook> {
  return { colors: colorsFor(flags, io), columns: columnsOf(flags, io) }
}

const COMMANDS = {
  check: 'what is wrong, where, and what to do',
  files: 'every memory file, and how it is read',
  init: 'check on every commit, and merge without conflicts',
  report: 'what agents load, what grows, what was found',
  doctor: 'prove that the hooks fire',
} as const

/** `memkeep` alone: what it sees here, and the next three commands. */
export async function firstLook(_: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { description, wanted } = await surveyMemory(
    await openInstallation(resolve(io.cwd, flags.cwd ?? ''), 'a first look'),
  )
  // Settings that are there already were written by `init`, or by a person who knows more than this.
  const isSetUp = wanted.settingsText === ''
  const names = isSetUp ? (['check', 'report', 'doctor'] as const) : (['check', 'files', 'init'] as const)
  const lines = names.map((name) => `  memkeep ${name.padEnd(8)}${COMMANDS[name]}`)
  const text = [
    "memkeep keeps an AI agent's file-based memory healthy in git.",
    wrap(`Memory here: ${safeText(description)}.`, columnsOf(flags, io)).join('\n'),
    lines.join('\n'),
    'All commands: memkeep --help',
  ]
  io.stdout.write(asCalled(`${text.join('\n\n')}\n`, io.command))
  return 0
}

/** Asks a person before files are written; a script, an install and CI are asked nothing. */
function isAsking({ yes, dryRun, clone, format }: FlagValues, { env, openDialogue }: Io): boolean {
  return openDialogue !== undefined && !yes && !dryRun && !clone && format !== 'json' && !env.CI
}

/**
 * Shows what `init` would write and asks: at most three questions, and one for each log whose form is not certain; Enter is what
 * `--yes` does. Gives the options with the
 * answers, and null when nothing is to be written. Does not ask where everything is set up.
 */
async function askAboutInit(options: InitOptions, flags: FlagValues, io: Io): Promise<InitOptions | null> {
  const { previewInit } = await import('../setup/preview-init.ts')
  const preview = await previewInit(options)
  const { files, config, workflow, agents, open } = preview
  if (io.openDialogue === undefined || files.length + config.length === 0) return options
  io.stderr.write(asCalled(previewText(preview, lookOf(flags, io)), io.command))
  const dialogue = await io.openDialogue()
  try {
    const write = await askYesOrNo(dialogue, 'Write these files?', true)
    if (!write) return null
    const pulls = `Also ${workflow}, which checks pull requests?`
    const isWorkflow = workflow === null || (await askYesOrNo(dialogue, pulls, true))
    if (isWorkflow === null) return null
    const isAgents = agents.length > 0 && (await askYesOrNo(dialogue, agentQuestion(preview), false))
    if (isAgents === null) return null
    const forms = await askForms(dialogue, open)
    if (forms === null) return null
    return {
      ...options,
      workflow: isWorkflow,
      forms,
      ...(isAgents && { agentHooks: agents.map(({ id }) => id) }),
    }
  } finally {
    dialogue.close()
  }
}

function previewText(
  { found, remarks, files, config, left }: InitPreview,
  look: Required<SetupLook>,
): string {
  const settings = config.length > 0 ? `, and ${counted(config.length, 'setting')} of git for this clone` : ''
  return [
    `Memory: ${safeText(found)}.`,
    '',
    `memkeep checks every commit and merges memory entry by entry. It writes ${counted(files.length, 'file')}${settings}:`,
    ...folded(files).map((line) => `  ${line}`),
    ...remarks.map(safeText),
    ...leftLines(left, look),
    ...(left.length > 0 ? [''] : []),
    '`memkeep init --dry-run` lists everything, `memkeep uninstall` removes it again.',
    '',
    '',
  ].join('\n')
}

/** A line for each folder: `.husky/: pre-commit, pre-push`. */
function folded(paths: readonly string[]): readonly string[] {
  const folders = new Map<string, string[]>()
  for (const path of paths) {
    const slash = path.lastIndexOf('/') + 1
    const names = folders.get(path.slice(0, slash)) ?? []
    folders.set(path.slice(0, slash), [...names, path.slice(slash)])
  }
  return [...folders].map(([folder, names]) => {
    const list = names.map(safePath).join(', ')
    return folder === ''
      ? list
      : names.length === 1
        ? `${safePath(folder)}${list}`
        : `${safePath(folder)}: ${list}`
  })
}

function agentQuestion({ agents }: InitPreview): string {
  const names = agents.map(({ name }) => name).join(' and ')
  const paths = agents.map(({ file }) => file).join(' and ')
  return `Also ${paths}, which ${agents.length === 1 ? 'lets' : 'let'} ${names} call memkeep during a session?`
}

/** What the items of each file are; null when the person leaves. Enter leaves it open, and what is no choice is asked again. */
async function askForms({ ask }: Dialogue, open: readonly OpenForm[]): Promise<ChosenForms | null> {
  const forms = new Map<string, JsonObject | null>()
  for (const { path, readings, none } of open) {
    const settings = [...readings.map(({ setting }) => setting), none]
    const choices = readings.map(({ items, form }, i) => `(${i + 1}) ${form} (${items}), `)
    const digits = settings.map((_, i) => `${i + 1}/`).join('')
    const question = `${safePath(path)}: are its entries ${safeText(choices.join(''))}or (${settings.length}) is it no log? [${digits}Enter: leave it open] `
    let chosen: JsonObject | null | undefined
    while (chosen === undefined) {
      const answer = await ask(question)
      if (answer === null) return null
      if (answer.trim() === '') break
      chosen = settings[Number(answer.trim()) - 1]
    }
    if (chosen !== undefined) forms.set(path, chosen)
  }
  return forms
}

/** True for yes; null when the person leaves. Enter takes the default, and what is neither yes nor no is asked again. */
async function askYesOrNo({ ask }: Dialogue, question: string, isDefault: boolean): Promise<boolean | null> {
  for (;;) {
    const answer = await ask(`${question} [${isDefault ? 'Y/n' : 'y/N'}] `)
    if (answer === null) return null
    const word = answer.trim().toLowerCase()
    if (word === '') return isDefault
    if (['y', 'yes'].includes(word)) return true
    if (['n', 'no'].includes(word)) return false
  }
}
