import type { AskModels } from '../core/model.ts'
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
