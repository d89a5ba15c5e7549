import { join } from 'node:path'
import { hookFailure } from '../cache/agent-hooks.ts'
import type { DeadCite } from '../core/citation.ts'
import type { JsonObject } from '../core/json.ts'
import { isKept, rootPaths } from '../core/layout.ts'
import { safeText } from '../core/messages.ts'
import {
  helpForSecrets,
  type OperationInput,
  type Outside,
  type RawFile,
  type Refusal,
} from '../core/operation.ts'
import { refusesSecrets, type Settings } from '../core/settings.ts'
import { listedFiles } from '../core/snapshot.ts'
import type { SecretHit } from '../core/source.ts'
import { once } from '../core/text.ts'
import { claimFiles } from '../engine/claims.ts'
import { loadStage, type ReadSources, readSources } from '../engine/documents/load-documents.ts'
import { writeObstacle } from '../fs/lock-file.ts'
import { changeTime, obstacleAt } from '../fs/read-files.ts'
import { treeOf } from '../snapshot/project.ts'
import { type NamedText, textsIn } from './check-arguments.ts'
import { deadCitesOf } from './dead-cites.ts'
import type { OperationCall } from './operation-call.ts'
import type { OperationMemory } from './operation-memory.ts'

/** What the operation is given. Null when a file changed between two reads of it. */
export async function readInput(seen: OperationMemory, call: OperationCall): Promise<OperationInput | null> {
  const { operation, args, now, mint, project } = call
  const { memory, documents } = seen
  const outside = await outsideOf(call, memory.settings)
  const empty: OperationInput = { args, memory, now, mint, sources: new Map(), outside }
  const wanted = operation.wants(empty)
  const { contents, sources } = await readWanted(wanted, seen)
  const hidden = hiddenAmong(wanted, seen, project.root)
  const first = { ...empty, sources, hidden, raw: await readRaw(wanted, seen, call) }
  const more = await readWanted(operation.wantsMore?.(first) ?? [], seen)
  for (const [path, { id }] of [...contents, ...more.contents]) {
    if (documents.get(path)?.id !== id) return null
  }
  const input = { ...first, sources: new Map([...sources, ...more.sources]) }
  const dead = await deadAmong(input, call)
  return dead.size > 0 ? { ...input, outside: { ...outside, dead } } : input
}

/** What the dated texts of an answer cite and is gone, by the names that the operation gives them. */
async function deadAmong(
  input: OperationInput,
  { operation, project }: OperationCall,
): Promise<ReadonlyMap<string, readonly DeadCite[]>> {
  const dated = [...(operation.dated?.(input) ?? [])]
  const dead =
    dated.length > 0
      ? await deadCitesOf(
          dated.map(([, text]) => text),
          project.root,
        )
      : []
  return new Map(
    dated.flatMap(([name], i) => {
      const own = dead[i] ?? []
      return own.length > 0 ? [[name, own] as const] : []
    }),
  )
}

async function outsideOf(
  { operation, layout, project, replies = [], options: { caller = 'library', ports } }: OperationCall,
  settings: Settings,
): Promise<Outside> {
  const gitDir = project.repository?.gitDir
  const obstacle = once(() => ({
    why: writeObstacle(treeOf(project), rootPaths(layout, settings), ports?.fs),
  }))
  return {
    caller,
    writeObstacle: () => obstacle().why,
    hookFailure: (task) => (gitDir === undefined ? null : hookFailure(gitDir, task)),
    replies,
    ...(operation.requests && { isSecret: await secretTest(settings) }),
  }
}

/** Whether a text holds a secret, as the rule of that name sees it. */
async function secretTest(settings: Settings): Promise<(text: string) => boolean> {
  const secretsOf = await secretFinder(settings)
  return (text) => secretsOf(text).length > 0
}

async function secretFinder(settings: Settings): Promise<(text: string) => readonly SecretHit[]> {
  if (!refusesSecrets(settings)) return () => []
  const { secretsIn } = await loadStage()
  return (text) => secretsIn(text, settings)
}

async function readWanted(
  paths: readonly string[],
  { snapshot, load }: OperationMemory,
): Promise<ReadSources> {
  const files = [...new Set(paths)].flatMap((path) => snapshot.files.get(path) ?? [])
  if (files.length === 0) return { sources: new Map(), contents: new Map() }
  return readSources(claimFiles({ ...snapshot, files: listedFiles(files) }, load), snapshot, load)
}

/** What lies on disk in the place of paths that are no files of the repository. */
function hiddenAmong(
  paths: readonly string[],
  { snapshot }: OperationMemory,
  root: string,
): ReadonlyMap<string, string> {
  return new Map(
    paths.flatMap((path): [string, string][] => {
      const what = snapshot.files.has(path) ? null : obstacleAt(root, path)
      return what === null ? [] : [[path, what]]
    }),
  )
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
      (isKept(layout, path, load.settings) || documents.get(path)?.complete === false),
  )
  const raw = new Map<string, RawFile>()
  if (open.length === 0) return raw
  for (const [path, content] of await snapshot.read(open)) {
    const changedAt = changeTime(join(project.root, path))
    if ('bytes' in content && changedAt !== null) raw.set(path, { bytes: content.bytes, changedAt })
  }
  return raw
}

/** One word, as a tag or a category is: an operation may spell it in another way, and then no detector recognises it. */
const WORD = /^\S{8,255}$/

/** Refuses arguments that are a secret in the form given, before an operation changes their form; null when none is. */
export async function refuseSecretWord(args: JsonObject, settings: Settings): Promise<Refusal | null> {
  const words = textsIn(args, '').filter(({ text }) => WORD.test(text))
  return words.length > 0 ? refuseSecrets(words, settings) : null
}

/** Refuses arguments that hold secrets, and says where in them; null when none does. */
export function refuseSecretsIn(args: JsonObject, settings: Settings): Promise<Refusal | null> {
  return refuseSecrets(textsIn(args, ''), settings)
}

/** At most so many secrets are reported; the others appear once these are out. */
const MOST_SECRETS = 3

async function refuseSecrets(texts: readonly NamedText[], settings: Settings): Promise<Refusal | null> {
  const secretsOf = await secretFinder(settings)
  const hits = texts.flatMap(({ name, text }) => secretsOf(text).map((hit) => ({ name, text, hit })))
  if (hits.length === 0) return null
  const shown = hits.slice(0, MOST_SECRETS)
  const places = shown.map(({ name, text, hit: { range, detector } }) => {
    const line = text.slice(0, range.start).split('\n').length
    const where = text.trimEnd().includes('\n') ? `line ${line} of ${name}` : name
    return `a secret is in ${where}, found by ${detector}`
  })
  const more = hits.length > MOST_SECRETS ? [`and ${hits.length - MOST_SECRETS} more`] : []
  return {
    refusal: safeText(`A${[...places, ...more].join('; ').slice(1)}`),
    help: helpForSecrets(shown.map(({ hit }) => hit.fingerprint)),
  }
}
