import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AskModels } from '../../src/core/model.ts'
import { redacted } from '../../src/engine/redacted.ts'
import { openModels } from '../../src/models/ask-models.ts'
import { type ModelsFile, readModelsFile } from '../../src/models/models-file.ts'
import { tempFolder } from './temp-repo.ts'

/** Writes a file of models, and gives its path. */
export function modelsFileWith(text: string): string {
  const path = join(tempFolder(), 'models.yaml')
  writeFileSync(path, text)
  return path
}

/** Reads a text as the user's file of models. */
export function readModels(text: string): ModelsFile {
  const file = readModelsFile(modelsFileWith(text), '/nowhere')
  if (file === null) throw new Error('the file is empty')
  return file
}

type Ports = {
  readonly env?: { readonly [name: string]: string | undefined }
  readonly today?: () => string
}

/** Opens the models of a file that holds these values. */
export function openTestModels(
  values: object,
  { env = {}, today = () => '2026-06-01' }: Ports = {},
): AskModels {
  const clock = (): number => performance.now()
  return openModels(readModels(JSON.stringify(values)), { env, clock, today, redacted })
}
