import { resolve } from 'node:path'
import type { AskModels } from '../core/model.ts'
import { redacted } from '../engine/redacted.ts'
import { type EmbeddingPorts, openEmbeddings, openModels, type SessionCalls } from '../models/ask-models.ts'
import { type ModelsFile, noModels, readModelsFile } from '../models/models-file.ts'
import { defaultModelsPath } from '../models/models-path.ts'
import type { Embedder } from '../operations/search/vectors.ts'
import { openProject } from '../snapshot/project.ts'
import type { Io } from './command.ts'

/** Where a call is made, and the file of models that `--models` names. */
export type ModelsPlace = {
  readonly cwd: string
  readonly path: string | undefined
  /** Of the agent that calls, whose requests are limited. */
  readonly session?: SessionCalls | undefined
}

/** Opens the models of the user's own file. Throws `UserError` where there are none, or the file is wrong. */
export async function openUserModels(place: ModelsPlace, io: Io): Promise<AskModels> {
  const { path, file, ports } = await readUserModels(place, io)
  if (file === null) throw noModels(path)
  return openModels(file, { ...ports, session: place.session, clock: () => performance.now() })
}

/** Opens the endpoint for embeddings of the user's own file; null where it names none. Throws `UserError` where the file is wrong. */
export async function openUserEmbedder(place: ModelsPlace, io: Io): Promise<Embedder | null> {
  const { file, ports } = await readUserModels(place, io)
  const ask = file && openEmbeddings(file, ports)
  if (!file?.embeddings || !ask) return null
  const { baseUrl, model, dimensions } = file.embeddings
  return { model: JSON.stringify([baseUrl, model, dimensions]), ask }
}

type UserModels = {
  readonly path: string
  /** Null where there is none. */
  readonly file: ModelsFile | null
  readonly ports: EmbeddingPorts
}

async function readUserModels({ cwd, path: given }: ModelsPlace, { env, now }: Io): Promise<UserModels> {
  const { root } = await openProject(cwd)
  const path = given === undefined ? defaultModelsPath(env) : resolve(cwd, given)
  const today = (): string => now().toISOString().slice(0, 10)
  return { path, file: readModelsFile(path, root), ports: { env, today, redacted } }
}
