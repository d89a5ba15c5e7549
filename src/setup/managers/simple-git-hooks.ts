import { HOOK_NAMES, type HookName } from '../../core/installed.ts'
import { isJsonObject } from '../../core/json.ts'
import {
  memberOf,
  readJson,
  withMember,
  withOwnMember,
  withoutMember,
} from '../../formats/json/json-edits.ts'
import { type Spliced, shimCommand, shimFile } from '../hooks/marked-block.ts'

const KEY = 'simple-git-hooks'

/** The command for one hook: on a branch without the file hooks pass, and a commit prints one line. */
export function simpleGitHooksCommand(name: HookName): string {
  const file = shimFile(name)
  const said = name === 'pre-commit' ? ` else echo memkeep is off here, for ${file} is not checked out;` : ''
  return `if [ -f ${file} ]; then ${shimCommand(name)} "$@";${said} fi`
}

/** Adds our command for every hook to the settings of simple-git-hooks, after the present one. */
export function withSimpleGitHooks(text: string, file: string): Spliced {
  let result = text
  for (const name of HOOK_NAMES) {
    const present = commandOf(result, file, name)
    if (present === null) return { byHand: 'it is not the JSON that simple-git-hooks reads' }
    if (present.includes(simpleGitHooksCommand(name))) continue
    // After these, our command would never run, or not for this command alone.
    if (/[#\\\n]|^\s*exec\b|[;&|]\s*$/.test(present)) {
      return { byHand: `its command for ${name} cannot be added to safely` }
    }
    const command = present === '' ? ours(name) : `${present}${AND}${ours(name)}`
    const next = set(result, file, { name, command })
    if (next === null) return { byHand: 'it is not the JSON that simple-git-hooks reads' }
    result = next
  }
  return { text: result }
}

/** Removes our commands again; those that were changed stay. */
export function withoutSimpleGitHooks(text: string, file: string): Spliced {
  let result = text
  for (const name of [...HOOK_NAMES].reverse()) {
    const present = commandOf(result, file, name)
    if (present === null || !present.includes(shimFile(name))) continue
    if (present === ours(name)) result = withoutMember(result, pathTo(file, name))
    else if (present.endsWith(AND + ours(name))) {
      const command = present.slice(0, -(AND + ours(name)).length)
      result = set(result, file, { name, command }) ?? result
    } else return { byHand: `its command for ${name} was changed` }
  }
  return { text: result }
}

const AND = ' && '
const ours = simpleGitHooksCommand

function pathTo(file: string, name: HookName): readonly string[] {
  return file === 'package.json' ? [KEY, name] : [name]
}

/** '' for a hook without a command; null when the text is no such settings. */
function commandOf(text: string, file: string, name: HookName): string | null {
  const value = readJson(text)
  const holder = file === 'package.json' ? memberOf(value, [KEY]) : value
  if (!isJsonObject(holder)) return null
  const command = memberOf(holder, [name]) ?? ''
  return typeof command === 'string' ? command : null
}

function set(
  text: string,
  file: string,
  { name, command }: { name: HookName; command: string },
): string | null {
  return file === 'package.json' ? withMember(text, [KEY, name], command) : withOwnMember(text, name, command)
}
