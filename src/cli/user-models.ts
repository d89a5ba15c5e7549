import { resolve } from 'node:path'
import type { AskModels } from '../core/model.ts'
import { redacted } from '../engine/redacted.ts'
import { openModels } from '../models/ask-models.ts'
import { defaultModelsPath, noModels, readModelsFile } from '../models/models-file.ts'
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
