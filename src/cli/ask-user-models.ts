import type { AskModels } from '../core/model.ts'
import { isThere } from '../fs/read-files.ts'
import { defaultModelsPath } from '../models/models-path.ts'
import type { Embedder } from '../operations/search/vectors.ts'
import type { Io } from './command.ts'
import type { ModelsPlace } from './user-models.ts'

/** Asks the models of the user's file for one call; the file is read at the first request. */
export function askUserModels(place: ModelsPlace, io: Io): AskModels {
  let opened: Promise<AskModels> | undefined
  return async (requests, signal, answered) => {
    opened ??= import('./user-models.ts').then(({ openUserModels }) => openUserModels(place, io))
    return (await opened)(requests, signal, answered)
  }
}

/** The endpoint for embeddings of the user's file; null where there is no file, or it names none. Nothing is loaded without a file. */
export function userEmbedder(place: ModelsPlace, io: Io): () => Promise<Embedder | null> {
  return async () => {
    if (place.path === undefined && !isThere(defaultModelsPath(io.env))) return null
    return (await import('./user-models.ts')).openUserEmbedder(place, io)
  }
}
