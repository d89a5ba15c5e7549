import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts'
import type { Settings } from '../../core/settings.ts'
import type { LoadedSide } from '../check-memory.ts'
import type { MemoryContext } from '../context.ts'

/**
 * The settings before, with what the settings now only write down: how files were read before without settings, and how files
 * that are new are read.
 */
export function withFoundSettings(
  { before, after }: { readonly before: LoadedSide; readonly after: LoadedSide },
  { settings: now, layouts }: MemoryContext,
): Settings {
  const { settings } = before
  const options: { [key: string]: Json } = { ...settings.options }
  for (const layout of layouts) {
    const [was, is] = [before.memories.get(layout), after.memories.get(layout)]
    const found = { ...(is && layout.settingsFor?.(is)), ...(was && layout.settingsFor?.(was)) }
    for (const key of Object.keys(found)) {
      const known = new Set(listIn(was && layout.settingsFor?.(was), key).map(nameOf))
      const fresh = new Set(
        listIn(is && layout.settingsFor?.(is), key)
          .filter(isNewIn(before))
          .map(nameOf),
      )
      const noted = listIn(now.options, key).filter((one) => known.has(nameOf(one)) || fresh.has(nameOf(one)))
      if (noted.length > 0) options[key] = [...listIn(settings.options, key), ...noted]
    }
  }
  return { ...settings, options }
}

function listIn(options: JsonObject | undefined, key: string): readonly Json[] {
  const value = options?.[key]
  return Array.isArray(value) ? value : []
}

function nameOf(value: Json): string {
  return JSON.stringify(value)
}

/** True for what is said of a file that the side before has not. */
function isNewIn({ snapshot }: LoadedSide): (one: Json) => boolean {
  return (one) => isJsonObject(one) && typeof one.path === 'string' && !snapshot.files.has(one.path)
}
