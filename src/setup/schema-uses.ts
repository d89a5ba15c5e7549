import type { Layout } from '../core/layout.ts'
import { DEFAULT_SETTINGS, type Settings } from '../core/settings.ts'
import { schemaPath } from '../core/source.ts'
import { SETTINGS_FILE } from '../engine/load-settings.ts'
import type { SchemaUse } from './hooks/editor-settings.ts'
import { pathGlobs } from './hooks/path-globs.ts'

/** Which JSON Schema holds for which files, where a language server can apply it: front matter is not within its reach. */
export function schemaUses(layouts: readonly Layout[], settings: Settings): readonly SchemaUse[] {
  const own = { format: 'yaml', schema: 'schemas/memkeep.schema.json', globs: [SETTINGS_FILE] } as const
  const others = layouts.flatMap((layout) =>
    layout.kinds.flatMap(({ id, format, schema, paths }): SchemaUse[] => {
      if (!schema || (format !== 'yaml' && format !== 'json')) return []
      const globs = pathGlobs(paths).map((glob) => moved(glob, layout, settings))
      return [{ format, schema: schemaPath(layout.id, id), globs }]
    }),
  )
  return [own, ...others]
}

/** Kinds say where their files lie by default; settings may have moved a root. */
function moved(glob: string, { roots }: Layout, settings: Settings): string {
  const now = roots(settings)
  const index = roots(DEFAULT_SETTINGS).findIndex((root) => glob.startsWith(`${root}/`))
  const [from = '', to] = [roots(DEFAULT_SETTINGS)[index], now[index]]
  return to === undefined ? glob : to + glob.slice(from.length)
}
