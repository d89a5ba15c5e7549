import { HOOK_NAMES, type HookName, readsStdin } from '../../core/installed.ts'
import { isJsonObject, type Json, type JsonObject, valueAt } from '../../core/json.ts'
import { type DataChange, NOT_READ_BACK } from '../../formats/edit-data.ts'
import { editYamlSettings, partLines, readYamlSettings } from '../../formats/yaml/edit-yaml.ts'
import {
  blockEdit,
  findBlocks,
  guardedCommand,
  NOT_AS_IT_SHOULD,
  type Spliced,
  UNREADABLE_YAML,
  withoutBlocks,
} from '../hooks/marked-block.ts'

const NAME = 'memkeep'

/** Gives lefthook's settings one command for every hook, in the form that the hook already has. */
export function withLefthook(text: string): Spliced {
  const bare = withoutBlocks(text)
  if ('byHand' in bare) return bare
  const settings = readYamlSettings(bare.text)
  if (!settings) return UNREADABLE_YAML
  const changes = HOOK_NAMES.map((name) => changeFor(name, valueAt(settings.value, [name])))
  const isTaken = changes.some((it) => 'set' in it && valueAt(settings.value, it.at) !== undefined)
  if (isTaken) return NOT_AS_IT_SHOULD
  const edited = editYamlSettings(bare.text, changes, ({ offset, indent }, added) =>
    blockEdit(
      bare.text,
      offset,
      added.flatMap((part) => partLines(part, '')),
      { indent },
    ),
  )
  if ('text' in edited) return { text: sameBlocks(text, edited.text) ? text : edited.text }
  return edited.refused === NOT_READ_BACK
    ? NOT_AS_IT_SHOULD
    : { byHand: 'it is written in a form that cannot be added to safely' }
}

/** The lines to add by hand, in YAML. */
export function lefthookLines(): readonly string[] {
  return HOOK_NAMES.flatMap((name) => {
    const hook = { commands: { [NAME]: command(name) } }
    return partLines({ key: name, value: hook }, '')
  })
}

function changeFor(name: HookName, hook: Json | undefined): DataChange {
  const isOfJobs = isJsonObject(hook) && !Object.hasOwn(hook, 'commands') && Object.hasOwn(hook, 'jobs')
  if (isOfJobs) return { at: [name, 'jobs'], append: [{ name: NAME, ...command(name) }] }
  return { at: [name, 'commands', NAME], set: command(name) }
}

/**
 * `{0}` is every argument of git, put into a command of sh unquoted. After the event these are ids and flags. A push
 * passes the address of a remote, which may hold anything, so it goes without.
 */
function command(name: HookName): JsonObject {
  const run = guardedCommand(name, name.startsWith('post-') ? ' {0}' : '')
  return { run, ...(readsStdin(name) && { use_stdin: true }) }
}

function sameBlocks(...texts: readonly [string, string]): boolean {
  const [before, after] = texts.map((text) =>
    JSON.stringify((findBlocks(text) ?? []).map(({ lines }) => lines.join('\n')).sort()),
  )
  return before === after
}
