import { HOOK_NAMES } from '../../core/installed.ts'
import type { Manager } from './detect.ts'

/** The command by which a manager makes git call it for all our hooks; null for what needs none. */
export function installCommand({ kind }: Manager): string | null {
  switch (kind) {
    case 'lefthook':
      return 'lefthook install'
    case 'pre-commit':
    case 'prek':
      return `${kind} install ${HOOK_NAMES.map((name) => `--hook-type ${name}`).join(' ')}`
    case 'simple-git-hooks':
      return 'npx simple-git-hooks'
    default:
      return null
  }
}
