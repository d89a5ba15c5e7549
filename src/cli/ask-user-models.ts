import type { AskModels } from '../core/model.ts'
import { isThere } from '../fs/stat.ts'
import { defaultModelsPath } from '../models/models-path.ts'
import type { Embedder } from '../operations/search/vectors.ts'
import type { Io } from './io.ts'

/** Where a call is made, and the file of models that `--models` names. */
type Place = { readonly cwd: string; readonly path: string | undefined }

/** Asks the models of the user's file for one call; the file is read at the first request. */
export function askUserModels(place: Place, io: Io): AskModels {
  let opened: Promise<AskModels> | undefined
  return async (requests, signal, answered) => {
    opened ??= import('./user-models.ts').then(({ openUserModels }) => openUserModels(place, io))
    return (await opened)(requests, signal, answered)
  }
}

/** The endpoint for embeddings of the user's file; null where there is no file, or it names none. Nothing is loaded without a file. */
export function userEmbedder(place: Place, io: Io): () => Promise<Embedder | null> {
  return async () => {
    const { cwd, path } = place
    if (path === undefined && !isThere(defaultModelsPath(io.env))) return null
    return (await import('./user-models.ts')).openUserEmbedder({ cwd, path }, io)
  }
}
