import type { HookName } from '../../core/installed.ts'

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

/**
 * The same for managers that run one command, in a shell or not, on Windows too: a work tree without the file, such as a
 * sparse checkout, is let through with one line. Without colons, for it stands in YAML as it is.
 */
export function guardedCommand(name: HookName, args = ''): string {
  const file = shimFile(name)
  const said = name === 'pre-commit' ? `; else echo memkeep is off here, for ${file} is not checked out` : ''
  return `sh -c "if test -f ${file}; then sh ${file}${args}${said}; fi"`
}
