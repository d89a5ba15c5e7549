import { resolve } from 'node:path'
import type { AskModels } from '../core/model.ts'
import { redacted } from '../engine/redacted.ts'
import { openModels } from '../models/ask-models.ts'
import { openEmbeddings } from '../models/embeddings.ts'
import { noModels, readModelsFile } from '../models/models-file.ts'
import { defaultModelsPath } from '../models/models-path.ts'
import type { Embedder } from '../operations/search/vectors.ts'
import { openProject } from '../snapshot/project.ts'
import type { Io } from './io.ts'

/** Opens the models of the user's own file. Throws `UserError` where there are none, or the file is wrong. */
export async function openUserModels(
  { cwd, path }: { readonly cwd: string; readonly path: string | undefined },
  { env, now }: Io,
): Promise<AskModels> {
  const { root } = await openProject(cwd)
  const named = path === undefined ? defaultModelsPath(env) : resolve(cwd, path)
  const file = readModelsFile(named, root)
  if (file === null) throw noModels(named)
  return openModels(file, {
    env,
    clock: () => performance.now(),
    today: () => now().toISOString().slice(0, 10),
    redacted,
  })
}

/** Opens the endpoint for embeddings of the user's own file; null where it names none. Throws `UserError` where the file is wrong. */
export async function openUserEmbedder(
  { cwd, path }: { readonly cwd: string; readonly path: string | undefined },
  { env, now }: Io,
): Promise<Embedder | null> {
  const { root } = await openProject(cwd)
  const file = readModelsFile(path === undefined ? defaultModelsPath(env) : resolve(cwd, path), root)
  const ports = { env, today: () => now().toISOString().slice(0, 10), redacted }
  const ask = file && openEmbeddings(file, ports)
  if (!file?.embeddings || !ask) return null
  const { baseUrl, model, dimensions } = file.embeddings
  return { model: JSON.stringify([baseUrl, model, dimensions]), ask }
}
