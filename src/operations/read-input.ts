import { join } from 'node:path'
import { hookFailure } from '../cache/agent-hooks.ts'
import { isJsonObject, type Json, type JsonObject } from '../core/json.ts'
import { safeText } from '../core/messages.ts'
import type { OperationFace, OperationInput, Outside, RawFile, Refusal } from '../core/operation.ts'
import type { Settings } from '../core/settings.ts'
import { type FileContent, listedFiles } from '../core/snapshot.ts'
import type { Source } from '../core/source.ts'
import { claimFiles } from '../engine/claims.ts'
import { loadStage, type ReadSources, readSources } from '../engine/documents/load-documents.ts'
import { checkSchema, type SchemaProblem } from '../formats/schema.ts'
import { writeObstacle } from '../fs/lock-file.ts'
import { changeTime, obstacleAt } from '../fs/read-files.ts'
import { treeOf } from '../snapshot/project.ts'
import type { OperationCall, OperationMemory } from './operation-call.ts'

/** More text than any memory file may hold is refused. */
const MOST_CHARACTERS = 1_048_576

/** Arguments nested deeper than this are refused. */
const DEEPEST = 32

/** At most so many problems are reported; the others appear once these are fixed. */
const MOST_PROBLEMS = 8

/** The advice for wrong arguments. */
export const CALL_AGAIN = 'Call the tool again with arguments that fit its input schema.'

/** The arguments of a call in the form that an operation takes, or what is wrong with them in words that an agent can act on. */
export function checkArguments(
  given: unknown,
  { name, input }: OperationFace,
): { args: JsonObject } | Refusal {
  const args = asJson(given)
  if (!isJsonObject(args)) return { refusal: `The arguments of ${name} are not an object`, help: CALL_AGAIN }
  const size = JSON.stringify(args).length
  if (size > MOST_CHARACTERS) {
    return {
      refusal: `The arguments have ${size} characters, and at most ${MOST_CHARACTERS} are allowed`,
      help: 'Use fewer words, or several calls.',
    }
  }
  if (depth(args) > DEEPEST) return { refusal: 'The arguments are nested too deep', help: CALL_AGAIN }
  const problems = checkSchema(args, input)
  if (problems.length === 0) return { args }
  const guesses = problems.flatMap(({ help }) => (help.startsWith('Did you mean') ? [help] : []))
  return {
    refusal: safeText(problems.slice(0, MOST_PROBLEMS).map(describe).join('; ')),
    help: safeText([...new Set(guesses), CALL_AGAIN].join(' ')),
  }
}

function describe({ pointer, missing, message }: SchemaProblem): string {
  const name = pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
  const about = missing === undefined ? message : message.replace('Missing field', 'Missing parameter')
  return name === '' ? about : `${name}: ${about}`
}

/** The value as JSON carries it; undefined for a value that JSON cannot hold. */
function asJson(given: unknown): Json | undefined {
  try {
    return JSON.parse(JSON.stringify(given ?? {})) as Json
  } catch {
    return undefined
  }
}

function depth(value: Json): number {
  let deepest = 0
  for (let level: readonly Json[] = [value]; level.length > 0 && deepest <= DEEPEST; deepest += 1) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return deepest
}

/** One word, as a tag or a category is: an operation may spell it in another way, and then no detector recognises it. */
const WORD = /^\S{8,255}$/

/** Refuses arguments that are a secret in the form given, before an operation changes their form; null when none is. */
export async function refuseSecretArgument(args: JsonObject, settings: Settings): Promise<Refusal | null> {
  const words = wordsIn(args, '').filter(({ text }) => WORD.test(text))
  if (words.length === 0 || settings.rules['no-secret'] === 'off') return null
  const { secretsIn } = await loadStage()
  const found = words.find(({ text }) => secretsIn(text, settings).length > 0)
  if (!found) return null
  return {
    refusal: `${found.name} holds a secret`,
    help: 'Nothing was written. Leave it out, and if it was written down anywhere, rotate it.',
  }
}

function wordsIn(value: Json, name: string): { readonly name: string; readonly text: string }[] {
  if (typeof value === 'string') return [{ name, text: value }]
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([key, one]) => wordsIn(one, name === '' ? key : `${name}.${key}`))
  }
  return Array.isArray(value) ? value.flatMap((one: Json, i) => wordsIn(one, `${name}.${i}`)) : []
}

/** What the operation is given. Null when a file changed between two reads of it. */
export async function readInput(seen: OperationMemory, call: OperationCall): Promise<OperationInput | null> {
  const { operation, args, now, mint, project } = call
  const { memory, documents } = seen
  const sources: ReadonlyMap<string, Source> = new Map()
  const empty = { args, memory, now, mint, sources, outside: await outsideOf(call, memory.settings) }
  const wanted = operation.wants(empty)
  const { contents, ...read } = await readWanted(wanted, seen, project.root)
  const first = { ...empty, ...read, raw: await readRaw(wanted, seen, call) }
  const further = operation.wantsMore?.(first) ?? []
  const more = await readWanted(further, seen, project.root)
  for (const [path, { id }] of [...contents, ...more.contents]) {
    if (documents.get(path)?.id !== id) return null
  }
  return { ...first, sources: new Map([...read.sources, ...more.sources]) }
}

async function outsideOf(
  { operation, layout, project, replies = [], options }: OperationCall,
  settings: Settings,
): Promise<Outside> {
  const { caller = 'library', ports } = options
  const gitDir = project.repository?.gitDir
  const isSecret = operation.requests && (await secretTest(settings))
  return {
    caller,
    writeObstacle: lazily(() => writeObstacle(treeOf(project), layout.roots(settings), ports?.fs)),
    hookFailure: (task) => (gitDir === undefined ? null : hookFailure(gitDir, task)),
    replies,
    ...(isSecret && { isSecret }),
  }
}

/** Whether a text holds a secret, as the rule of that name sees it. */
async function secretTest(settings: Settings): Promise<(text: string) => boolean> {
  if (settings.rules['no-secret'] === 'off') return () => false
  const { secretsIn } = await loadStage()
  return (text) => secretsIn(text, settings).length > 0
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

type Wanted = ReadSources & { readonly hidden: ReadonlyMap<string, string> }

async function readWanted(
  paths: readonly string[],
  { snapshot, load }: OperationMemory,
  root: string,
): Promise<Wanted> {
  const wanted = new Set(paths)
  const hidden = new Map<string, string>()
  for (const path of wanted) {
    const what = snapshot.files.has(path) ? null : obstacleAt(root, path)
    if (what !== null) hidden.set(path, what)
  }
  const found = [...wanted].flatMap((path) => snapshot.files.get(path) ?? [])
  if (found.length === 0) return { sources: new Map(), contents: new Map(), hidden }
  const files = listedFiles(found)
  return { ...(await readSources(claimFiles({ ...snapshot, files }, load), snapshot, load)), hidden }
}

/** Files that no kind reads: those of kept places, and those that cannot be parsed. */
async function readRaw(
  paths: readonly string[],
  { snapshot, documents, load }: OperationMemory,
  { layout, project }: OperationCall,
): Promise<ReadonlyMap<string, RawFile>> {
  const open = paths.filter(
    (path) =>
      snapshot.files.has(path) &&
      (layout.keeps?.(path, load.settings) || documents.get(path)?.complete === false),
  )
  const contents = open.length > 0 ? await snapshot.read(open) : new Map<string, FileContent>()
  const raw = new Map<string, RawFile>()
  for (const [path, content] of contents) {
    const changedAt = changeTime(join(project.root, path))
    if ('bytes' in content && changedAt !== null) raw.set(path, { bytes: content.bytes, changedAt })
  }
  return raw
}
