import { safePath, safeText } from '../../core/safe-text.ts'
import { counted } from '../../reporters/counted.ts'
import type { InitOptions } from '../../setup/init.ts'
import type { InitPreview } from '../../setup/preview-init.ts'
import type { FlagValues } from '../flags.ts'
import type { Dialogue, Io } from '../io.ts'

/** Asks a person before files are written; a script, an install and CI are asked nothing. */
export function isAsking({ yes, dryRun, clone, format }: FlagValues, { env, openDialogue }: Io): boolean {
  return openDialogue !== undefined && !yes && !dryRun && !clone && format !== 'json' && !env.CI
}

/**
 * Shows what `init` would write and asks: at most three questions, Enter is what `--yes` does. Gives the options with the
 * answers, and null when nothing is to be written. Does not ask where everything is set up.
 */
export async function askAboutInit(options: InitOptions, io: Io): Promise<InitOptions | null> {
  const { previewInit } = await import('../../setup/preview-init.ts')
  const preview = await previewInit(options)
  const { files, config, workflow, agents } = preview
  if (io.openDialogue === undefined || files.length + config.length === 0) return options
  io.stderr.write(previewText(preview))
  const dialogue = await io.openDialogue()
  try {
    const write = await askYesOrNo(dialogue, 'Write these files?', true)
    if (!write) return null
    const pulls = `Also ${workflow}, which checks pull requests?`
    const isWorkflow = workflow === null || (await askYesOrNo(dialogue, pulls, true))
    if (isWorkflow === null) return null
    const isAgents = agents.length > 0 && (await askYesOrNo(dialogue, agentQuestion(preview), false))
    if (isAgents === null) return null
    return {
      ...options,
      workflow: isWorkflow,
      ...(isAgents && { agentHooks: agents.map(({ id }) => id) }),
    }
  } finally {
    dialogue.close()
  }
}

function previewText({ found, remarks, files, config }: InitPreview): string {
  const settings = config.length > 0 ? `, and ${counted(config.length, 'setting')} of git for this clone` : ''
  return [
    `Memory: ${safeText(found)}.`,
    '',
    `memkeep checks every commit and merges memory entry by entry. It writes ${counted(files.length, 'file')}${settings}:`,
    ...folded(files).map((line) => `  ${line}`),
    ...remarks.map(safeText),
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
