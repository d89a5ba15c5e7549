import type { JsonObject } from '../../../../src/core/json.ts'
import type { Operation, OperationAnswer, OperationInput } from '../../../../src/core/operation.ts'
import { DEFAULT_SETTINGS } from '../../../../src/core/settings.ts'
import { literalSnapshot } from '../../../../src/core/snapshot.ts'
import type { Source } from '../../../../src/core/source.ts'
import { claimFiles } from '../../../../src/engine/documents/claims.ts'
import { readSource } from '../../../../src/engine/documents/document-stage.ts'
import { readSettings } from '../../../../src/engine/settings/settings-file.ts'
import { layouts } from '../../../../src/layouts/index.ts'
import { workspace } from '../../../../src/layouts/workspace/layout.ts'
import { rules } from '../../../../src/rules/index.ts'
import { checkLiteral, type Files, indexLiteral } from '../../../helpers/check-literal.ts'

/** How a tool is asked about texts in memory. */
export type Asking = {
  readonly files: Files
  readonly args: JsonObject
  /** The memory indexes are left as they are; else they are rebuilt first. */
  readonly stale?: boolean
  /** The text of a settings file. */
  readonly settings?: string
}

/** Asks a tool of the workspace layout, with the sources that it wants, parsed as in a run. */
export async function askOperation(operation: Operation, asking: Asking): Promise<OperationAnswer> {
  return operation.plan(await operationInput(operation, asking))
}

/** What a run gives the tool. */
export async function operationInput(
  operation: Operation,
  { files, args, stale, settings }: Asking,
): Promise<OperationInput> {
  const given = settings === undefined ? {} : { settings }
  const all = stale ? files : await indexLiteral(files, given)
  const { memories } = await checkLiteral(all, given)
  const memory = memories.get(workspace)
  if (!memory) throw new Error('there is no memory of the workspace layout')
  const sources = await readSources(all, operation.wants({ args, memory }), settings)
  return { args, memory, sources }
}

async function readSources(
  files: Files,
  wanted: readonly string[],
  settings: string | undefined,
): Promise<ReadonlyMap<string, Source>> {
  const snapshot = literalSnapshot(files)
  const parsed =
    settings === undefined ? DEFAULT_SETTINGS : readSettings(settings, 'memkeep.yaml', { layouts, rules })
  const contents = await snapshot.read(wanted)
  const sources = new Map<string, Source>()
  for (const { file, layout, claim } of claimFiles(snapshot, { layouts: [workspace], settings: parsed })) {
    const content = contents.get(file.path)
    if (!content || 'failure' in content || file.mode !== 'file') continue
    const input = { path: file.path, ...content, layout, claim, rules, settings: parsed }
    sources.set(file.path, await readSource(input))
  }
  return sources
}
