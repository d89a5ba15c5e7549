import { gitFailure } from './git-failure.ts'
import { askGit } from './run-git.ts'

/** A value of `core.hooksPath`, `~` resolved, and the file of settings that has it. */
export type HooksPath = { readonly value: string; readonly file: string }

/** Every value of `core.hooksPath` that git finds here, from all of its settings; the last is the one that holds. */
export async function hooksPaths(top: string): Promise<readonly HooksPath[]> {
  const args = ['config', '--null', '--show-origin', '--type=path', '--get-all', 'core.hooksPath']
  const answer = await askGit(top, args)
  if (answer.code === 1) return []
  if (answer.code !== 0) throw gitFailure(top, args, answer)
  const fields = answer.stdout.toString('utf8').split('\0')
  return Array.from({ length: Math.floor(fields.length / 2) }, (_, i) => ({
    file: (fields[2 * i] ?? '').replace(/^file:/, ''),
    value: fields[2 * i + 1] ?? '',
  }))
}
