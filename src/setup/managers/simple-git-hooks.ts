import { HOOK_NAMES, type HookName } from '../../core/installed.ts'
import { isJsonObject, valueAt } from '../../core/json.ts'
import type { DataChange } from '../../formats/edit-data.ts'
import { editSettings } from '../../formats/json/edit-json.ts'
import { readJson } from '../../formats/json/read-json.ts'
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
  const commands = commandsIn(text, file)
  if (!commands) return NOT_ITS_JSON
  const changes: DataChange[] = []
  for (const [name, present] of commands) {
    if (present === null) return NOT_ITS_JSON
    if (present.includes(simpleGitHooksCommand(name))) continue
    // After these, our command would never run, or not for this command alone.
    if (/[#\\\n]|^\s*exec\b|[;&|]\s*$/.test(present)) {
      return { byHand: `its command for ${name} cannot be added to safely` }
    }
    const command = present === '' ? ours(name) : `${present}${AND}${ours(name)}`
    changes.push({ at: [...holderOf(file), name], set: command })
  }
  const edited = editSettings(text, changes)
  return 'text' in edited ? edited : NOT_ITS_JSON
}

/** Removes our commands again; those that were changed stay. */
export function withoutSimpleGitHooks(text: string, file: string): Spliced {
  const changes: DataChange[] = []
  for (const [name, present] of [...(commandsIn(text, file) ?? [])].reverse()) {
    if (!present?.includes(shimFile(name))) continue
    const at = [...holderOf(file), name]
    if (present === ours(name)) changes.push({ at, remove: true })
    else if (present.endsWith(AND + ours(name)))
      changes.push({ at, set: present.slice(0, -(AND + ours(name)).length) })
    else return { byHand: `its command for ${name} was changed` }
  }
  const edited = editSettings(text, changes)
  return 'text' in edited ? edited : { text }
}

const NOT_ITS_JSON = { byHand: 'it is not the JSON that simple-git-hooks reads' }
const AND = ' && '
const ours = simpleGitHooksCommand

/** Where the commands are. */
function holderOf(file: string): readonly string[] {
  return file === 'package.json' ? [KEY] : []
}

/** The command of every hook: '' for one without, null for what is no text. Null when the text is no such settings. */
function commandsIn(text: string, file: string): readonly (readonly [HookName, string | null])[] | null {
  const holder = valueAt(readJson(text), holderOf(file))
  if (!isJsonObject(holder)) return null
  return HOOK_NAMES.map((name) => {
    const command = valueAt(holder, [name]) ?? ''
    return [name, typeof command === 'string' ? command : null]
  })
}
