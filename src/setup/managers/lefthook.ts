import { HOOK_NAMES, type HookName, readsStdin } from '../../core/installed.ts'
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts'
import { type LooseYaml, looseYaml } from '../../formats/yaml/yaml-splice.ts'
import {
  findBlocks,
  guardedCommand,
  insertBlock,
  type Spliced,
  withoutBlocks,
} from '../hooks/marked-block.ts'

const NAME = 'memkeep'

/** A place for a few lines, at the end of a list or map. */
type Part = { readonly offset: number; readonly indent: string; readonly lines: readonly string[] }

/** Gives lefthook's settings one command for every hook, in the form that the hook already has. */
export function withLefthook(text: string): Spliced {
  const bare = withoutBlocks(text)
  if ('byHand' in bare) return bare
  const yaml = looseYaml(bare.text)
  if (!yaml) return { byHand: 'it cannot be read as one YAML document' }
  const parts = partsOf(yaml)
  if (parts === null) return { byHand: 'it is written in a form that cannot be added to safely' }
  const present = findBlocks(text) ?? []
  if (sameAs(present, parts)) return { text }
  const result = parts.reduceRight(
    (at, { offset, indent, lines }) => insertBlock(at, offset, lines, { indent }),
    bare.text,
  )
  const holds = JSON.stringify(looseYaml(result)?.value) === JSON.stringify(expected(yaml.value))
  return holds ? { text: result } : { byHand: 'what it would become does not read as it should' }
}

/** The lines to add by hand, in YAML. */
export function lefthookLines(): readonly string[] {
  return HOOK_NAMES.flatMap(hookLines)
}

/** In order of their offsets; null when one hook is written so that nothing can be added. */
function partsOf(yaml: LooseYaml): Part[] | null {
  const root = yaml.spot([], 'map')
  if (!root || !isMapOrNothing(yaml.value)) return null
  const hooks = isJsonObject(yaml.value) ? yaml.value : {}
  const missing = HOOK_NAMES.filter((name) => !Object.hasOwn(hooks, name))
  const own = HOOK_NAMES.filter((name) => Object.hasOwn(hooks, name)).map((name) =>
    partIn(yaml, name, hooks[name]),
  )
  if (own.includes(null)) return null
  const last = missing.length > 0 ? [{ ...root, lines: missing.flatMap(hookLines) }] : []
  return [...own.filter((part) => part !== null), ...last].sort((a, b) => a.offset - b.offset)
}

function partIn(yaml: LooseYaml, name: HookName, hook: Json | undefined): Part | null {
  if (!isJsonObject(hook)) return null
  if (Object.hasOwn(hook, 'commands')) return at(yaml.spot([name, 'commands'], 'map'), commandLines(name))
  if (Object.hasOwn(hook, 'jobs')) return at(yaml.spot([name, 'jobs'], 'list'), jobLines(name))
  return at(yaml.spot([name], 'map'), ['commands:', ...indented(commandLines(name))])
}

function at(spot: { offset: number; indent: string } | null, lines: readonly string[]): Part | null {
  return spot && { ...spot, lines }
}

function hookLines(name: HookName): string[] {
  return [`${name}:`, '  commands:', ...indented(indented(commandLines(name)))]
}

function commandLines(name: HookName): string[] {
  return [`${NAME}:`, ...indented(runLines(name))]
}

function jobLines(name: HookName): string[] {
  return [`- name: ${NAME}`, ...indented(runLines(name))]
}

function runLines(name: HookName): string[] {
  return [`run: ${runCommand(name)}`, ...(readsStdin(name) ? ['use_stdin: true'] : [])]
}

/**
 * `{0}` is every argument of git, put into a command of sh unquoted. After the event these are ids and flags. A push
 * passes the address of a remote, which may hold anything, so it goes without.
 */
function runCommand(name: HookName): string {
  return guardedCommand(name, name.startsWith('post-') ? ' {0}' : '')
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`)
}

function sameAs(present: readonly { readonly lines: readonly string[] }[], parts: readonly Part[]): boolean {
  const sorted = (all: readonly { readonly lines: readonly string[] }[]) =>
    JSON.stringify(all.map(({ lines }) => lines.join('\n')).sort())
  return sorted(present) === sorted(parts)
}

function isMapOrNothing(value: Json): boolean {
  return value === null || isJsonObject(value)
}

/** What the settings must hold afterwards: everything from before, and our command last in every hook. */
function expected(value: Json): JsonObject {
  const hooks: JsonObject = isJsonObject(value) ? value : {}
  const missing = HOOK_NAMES.filter((name) => !Object.hasOwn(hooks, name))
  return {
    ...Object.fromEntries(
      Object.entries(hooks).map(([name, hook]) => [
        name,
        isHook(name) && isJsonObject(hook) ? withCommand(name, hook) : hook,
      ]),
    ),
    ...Object.fromEntries(missing.map((name) => [name, { commands: { [NAME]: command(name) } }])),
  }
}

function isHook(name: string): name is HookName {
  return HOOK_NAMES.some((one) => one === name)
}

function withCommand(name: HookName, hook: JsonObject): JsonObject {
  const { commands, jobs } = hook
  if (isJsonObject(commands)) return { ...hook, commands: { ...commands, [NAME]: command(name) } }
  if (Array.isArray(jobs)) return { ...hook, jobs: [...jobs, { name: NAME, ...command(name) }] }
  return { ...hook, commands: { [NAME]: command(name) } }
}

function command(name: HookName): JsonObject {
  return { run: runCommand(name), ...(readsStdin(name) && { use_stdin: true }) }
}
