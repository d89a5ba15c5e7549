import type { HookName } from './hook-names.ts'

/** Where the hook files lie that a manager's settings call. */
const FOLDER = '.memkeep/hooks'

/** The file that a manager calls for a hook, from the top of the repository. */
export function shimFile(name: HookName): string {
  return `${FOLDER}/${name}`
}

/** The command by which a manager's settings call it. */
export function shimCommand(name: HookName): string {
  return `sh ${shimFile(name)}`
}
