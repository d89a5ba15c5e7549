import type { Diagnostic } from '../../../../src/core/diagnostic.ts'
import type { Memory } from '../../../../src/core/document.ts'
import type { JsonObject } from '../../../../src/core/json.ts'
import type { Refusal } from '../../../../src/core/operation.ts'
import { DEFAULT_SETTINGS } from '../../../../src/core/settings.ts'
import { literalSnapshot } from '../../../../src/core/snapshot.ts'
import type { Source } from '../../../../src/core/source.ts'
import { claimFiles } from '../../../../src/engine/claims.ts'
import { readSource } from '../../../../src/engine/documents/document-stage.ts'
import { type FactsStore, factsInMemory } from '../../../../src/engine/documents/facts.ts'
import { readSettings } from '../../../../src/engine/settings/settings-file.ts'
import { layouts } from '../../../../src/layouts/index.ts'
import { workspace } from '../../../../src/layouts/workspace/layout.ts'
import type { SaveArguments } from '../../../../src/layouts/workspace/operations/save-memory/schemas.ts'
import { saveMemory } from '../../../../src/layouts/workspace/operations/save-memory.ts'
import { rules } from '../../../../src/rules/index.ts'
import { CALL } from '../../../helpers/ask-operation.ts'
import { checkLiteral, indexLiteral, memoryFor } from '../../../helpers/check-literal.ts'

/** A memory as texts. */
export type Texts = { readonly [path: string]: string }

/** The result of a save. */
export type Save = {
  readonly data: JsonObject
  readonly text: string
  readonly dryRun: boolean
  /** The memory before, and after: indexes rebuilt. */
  readonly before: Texts
  readonly after: Texts
  /** What the check finds that it did not find before. */
  readonly findings: readonly Diagnostic[]
  /** The log that was written, parsed. */
  readonly log: Source
  /** What the next save starts from. */
  readonly next: Opened
}

export type SaveOptions = {
  /** The text of a settings file. */
  readonly settings?: string
  readonly today?: string
}

/** The arguments of a save that nothing is wrong with. */
export const GOOD: SaveArguments = {
  scope: { workspace: 'devtools' },
  type: 'decision',
  title: 'Run the type checker before the tests',
  content: 'A type error is found in seconds; the tests need minutes.',
  category: 'tooling',
  tags: ['typescript'],
}

/** A memory that saves can start from: indexes rebuilt, everything read. */
export type Opened = {
  readonly texts: Texts
  readonly memory: Memory
  /** By path, as far as they were wanted. */
  readonly sources: Map<string, Source>
  readonly options: SaveOptions
  /** What is known of its files. */
  readonly facts: FactsStore
}

/** Saves as a run does: the plan tried out in memory and reviewed. Errors beyond the review are given as findings. */
export async function saveLiteral(
  files: Texts,
  args: SaveArguments,
  options: SaveOptions = {},
): Promise<Save | Refusal> {
  return saveInto(await openLiteral(files, options), args)
}

/** Reads a memory once for many saves. */
export async function openLiteral(files: Texts, options: SaveOptions = {}): Promise<Opened> {
  const facts = factsInMemory()
  const known = { ...options, facts }
  const texts = (await indexLiteral(files, known)) as Texts
  const memory = memoryFor((await checkLiteral(texts, known)).memories, workspace)
  if (!memory) throw new Error('there is no memory of the workspace layout')
  return { texts, memory, sources: new Map(), options, facts }
}

/** The same as `saveLiteral` for a memory that is read already. */
export async function saveInto(opened: Opened, args: SaveArguments): Promise<Save | Refusal> {
  const { texts: before, memory, options } = opened
  const known = { ...options, facts: overFacts(opened.facts) }
  const sources = await wantedOf(opened, saveMemory.wants({ ...CALL, args, memory, sources: new Map() }))
  const answer = saveMemory.plan({ ...CALL, args, memory, sources })
  if ('refusal' in answer) return answer
  const { plan, review, data, text, dryRun = false } = answer
  if (!plan || !review) throw new Error('a save has a plan and a review')
  const planned = [...plan].map(([path, file]) => [path, file.kind === 'text' ? file.text : ''] as const)
  const after = (await indexLiteral({ ...before, ...Object.fromEntries(planned) }, known)) as Texts
  const checked = await checkLiteral(after, { ...known, before })
  const findings = checked.diagnostics.filter((one) => one.new)
  const tried = memoryFor(checked.memories, workspace)
  const read = await sourcesOf(after, [...plan.keys()], options)
  const [log] = [...read.values()]
  if (!tried || !log) throw new Error('nothing was tried')
  const refused = review({ memory: tried, sources: read, findings })
  const next = { texts: after, memory: tried, sources: new Map(read), options, facts: known.facts }
  return refused ?? { data, text, dryRun, before, after, findings, log, next }
}

async function wantedOf(
  { texts, sources, options }: Opened,
  wanted: readonly string[],
): Promise<ReadonlyMap<string, Source>> {
  const missing = wanted.filter((path) => !sources.has(path))
  for (const [path, source] of await sourcesOf(texts, missing, options)) sources.set(path, source)
  return new Map([...sources].filter(([path]) => wanted.includes(path)))
}

/** Facts of one save, over those that are kept. */
function overFacts(base: FactsStore): FactsStore {
  const own = factsInMemory()
  return { get: (id, path) => base.get(id, path) ?? own.get(id, path), put: own.put }
}

async function sourcesOf(
  files: Texts,
  wanted: readonly string[],
  { settings }: SaveOptions,
): Promise<ReadonlyMap<string, Source>> {
  const snapshot = literalSnapshot(files)
  const parsed =
    settings === undefined ? DEFAULT_SETTINGS : readSettings(settings, 'memkeep.yaml', { layouts, rules })
  const contents = await snapshot.read(wanted)
  const sources = new Map<string, Source>()
  for (const { file, layout, claim } of claimFiles(snapshot, { layouts: [workspace], settings: parsed })) {
    const content = contents.get(file.path)
    if (!content || 'failure' in content) continue
    const input = { path: file.path, ...content, layout, claim, rules, settings: parsed }
    sources.set(file.path, await readSource(input))
  }
  return sources
}
