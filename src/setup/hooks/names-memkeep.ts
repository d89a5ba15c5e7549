import { isJsonObject } from '../../core/json.ts'
import { readJson } from '../../formats/json-edits.ts'

/** True for a package.json that asks for memkeep, from wherever. */
export function namesMemkeep(text: string): boolean {
  const manifest = readJson(text)
  if (!isJsonObject(manifest)) return false
  return [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies].some(
    (named) => isJsonObject(named) && Object.hasOwn(named, 'memkeep'),
  )
}
