import type { JsonObject } from '../../src/core/json.ts'
import type { Layout } from '../../src/core/layout.ts'
import type { Operation, OperationAnswer, OperationInput } from '../../src/core/operation.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { literalSnapshot } from '../../src/core/snapshot.ts'
import type { Source } from '../../src/core/source.ts'
import { claimFiles } from '../../src/engine/claims.ts'
import { readSource } from '../../src/engine/documents/document-stage.ts'
import { readSettings } from '../../src/engine/settings/settings-file.ts'
import { layouts } from '../../src/layouts/index.ts'
import { workspace } from '../../src/layouts/workspace/layout.ts'
import { rules } from '../../src/rules/index.ts'
import { checkLiteral, type Files, indexLiteral, memoryFor } from './check-literal.ts'

/** An instant, and ids that are the same in every run. */
export const CALL = {
  now: '2026-02-08T09:30:00.250Z',
  mint: (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
}

/** How an operation is asked about texts in memory. */
export type Asking<Args extends JsonObject = JsonObject> = {
  readonly files: Files
  readonly args: Args
  /** The memory indexes are left as they are; else they are rebuilt first. */
  readonly stale?: boolean
  /** The layout of the operation; the workspace when absent. */
  readonly layout?: Layout
  /** The instant of the call. */
  readonly now?: string
  /** The text of a settings file. */
  readonly settings?: string
}

/** Asks an operation, with the sources that it wants, parsed as in a run. */
export async function askOperation(operation: Operation, asking: Asking): Promise<OperationAnswer> {
  return operation.plan(await operationInput(operation, asking))
}

/** What a run gives the operation. */
export async function operationInput<Args extends JsonObject, Data extends JsonObject>(
  operation: Operation<Args, Data>,
  { files, args, stale, settings, layout = workspace, now = CALL.now }: Asking<Args>,
): Promise<OperationInput<Args>> {
  const given = settings === undefined ? {} : { settings }
  const all = stale ? files : await indexLiteral(files, given)
  const { memories } = await checkLiteral(all, given)
  const memory = memoryFor(memories, layout)
  if (!memory) throw new Error(`there is no memory of the ${layout.id} layout`)
  const input: OperationInput<Args> = { ...CALL, now, args, memory, sources: new Map() }
  const sources = await readSources(all, operation.wants(input), { settings, layout })
  const more = operation.wantsMore?.({ ...input, sources }) ?? []
  const further = await readSources(all, more, { settings, layout })
  return { ...input, sources: new Map([...sources, ...further]) }
}

async function readSources(
  files: Files,
  wanted: readonly string[],
  { settings, layout: only }: { settings: string | undefined; layout: Layout },
): Promise<ReadonlyMap<string, Source>> {
  const snapshot = literalSnapshot(files)
  const parsed =
    settings === undefined ? DEFAULT_SETTINGS : readSettings(settings, 'memkeep.yaml', { layouts, rules })
  const contents = await snapshot.read(wanted)
  const sources = new Map<string, Source>()
  for (const { file, layout, claim } of claimFiles(snapshot, { layouts: [only], settings: parsed })) {
    const content = contents.get(file.path)
    if (!content || 'failure' in content || file.mode !== 'file') continue
    const input = { path: file.path, ...content, layout, claim, rules, settings: parsed }
    sources.set(file.path, await readSource(input))
  }
  return sources
}
