import { today } from '../core/date.ts'
import { safeText, UserError } from '../core/messages.ts'
import { BASELINE_FILE } from '../core/rule.ts'
import { compareText } from '../core/text.ts'
import { claimFiles } from '../engine/claims.ts'
import { openMemory, WHERE_MEMORY_IS } from '../engine/open-memory.ts'
import { settingsFiles } from '../engine/settings/load-settings.ts'
import { workflowWithMemkeep } from './hooks/workflow-file.ts'
import { openInstallation } from './installation.ts'
import { readSite } from './site-on-disk.ts'

/** Where hosts look for the file, in their order. */
const PLACES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS']

/** A user, a team, or an address. */
const OWNER = /^(?:@[\w.-]+(?:\/[\w.-]+)*|[^\s@]+@[^\s@]+)$/

/**
 * The lines of CODEOWNERS that give the memory of a work tree, and what judges it, to owners. Throws `UserError` for a name that
 * no host takes, and where there is no memory.
 */
export async function codeownersBlock(cwd: string, owners: string): Promise<string> {
  const names = owners.split(/[\s,]+/).filter((name) => name !== '')
  const wrong = names.find((name) => !OWNER.test(name))
  if (wrong !== undefined || names.length === 0) {
    throw new UserError(
      `${safeText(JSON.stringify(wrong ?? owners))} is no owner`,
      'Give @user, @org/team or an address; several with a comma.',
    )
  }
  const { project, roots } = await openInstallation(cwd, 'doctor')
  const memory = await openMemory({ project, cwd: roots.root, today: today(new Date()), cache: false })
  const { files } = memory.after
  const claimed = claimFiles(memory.after, memory).map(({ file }) => file.path)
  if (claimed.length === 0) throw new UserError('no memory is seen here', WHERE_MEMORY_IS)
  const workflow = workflowWithMemkeep(await readSite(roots))
  const own = PLACES.find((path) => files.has(path)) ?? PLACES[0] ?? ''
  const judging = [...settingsFiles(memory.settings), BASELINE_FILE].filter((path) => files.has(path))
  const others = [...judging, ...(workflow === null ? [] : [workflow]), own]
  return block(ownedPatterns(files.keys(), new Set(claimed)), others.map(literal), names.join(' '))
}

function block(memory: readonly string[], others: readonly string[], owners: string): string {
  const lines = (patterns: readonly string[]): string[] => patterns.map((pattern) => `/${pattern} ${owners}`)
  return `${[
    '# What agents remember. Keep it below general lines: the last line that fits a file decides.',
    ...lines(memory),
    '# What judges it.',
    ...lines(others),
  ].join('\n')}\n`
}

/** Patterns for some files of a listing: a folder in which all files are of them, else the file. In order. */
export function ownedPatterns(all: Iterable<string>, wanted: ReadonlySet<string>): readonly string[] {
  const others = new Set<string>()
  for (const path of all) if (!wanted.has(path)) for (const folder of foldersOf(path)) others.add(folder)
  const patterns = [...wanted].map((path) => {
    const whole = foldersOf(path).find((folder) => !others.has(folder))
    return whole === undefined ? literal(path) : `${literal(whole)}/`
  })
  return [...new Set(patterns)].sort(compareText)
}

/** The folders of a path, the topmost first. */
function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'))
}

/** A path as hosts read it: blanks are escaped, and what has a meaning that cannot be escaped is any character. */
function literal(path: string): string {
  return path.replace(/[\\*?[\]#!\p{Cc}]/gu, '?').replaceAll(' ', '\\ ')
}
