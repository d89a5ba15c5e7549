import type { Json, JsonObject } from '../../core/json.ts'
import type { Claim } from '../../core/layout.ts'
import { folderOf } from '../../core/path.ts'
import { testPlaces } from '../../core/places.ts'
import { readOption, type Settings } from '../../core/settings.ts'
import type { FileMode } from '../../core/snapshot.ts'

/** Folders of decision records, as tools and people call them. */
const FOLDERS: readonly string[] = [
  '**/adr',
  '**/adrs',
  '**/decisions',
  '**/architecture-decisions',
  '**/architectural-decisions',
  '**/architecture_decisions',
]

/** `0012-a-queue.md`, `12-a-queue.md`, `ADR-0012.md`, `adr_012_a_queue.md`; a day is no number. */
const NAME = /^(?:adr[-_ .]?)?(?!\d{4}-\d{2}-\d{2})(\d{1,5})(?:[-_. ].*)?\.md$/i

/** Files that show how a record is written, and folders of such files. */
const PATTERN =
  /(?:^|[-_ /.])templates?(?:[-_ /.]|$)|(?:^|\/)(?:node_modules|vendor|third_party|examples?|fixtures?|testdata)\//i

/** JSON Schema of the layout's top-level setting. */
export const adrSettings: { readonly [key: string]: JsonObject } = {
  adr: {
    type: 'object',
    additionalProperties: false,
    description: 'Where architecture decision records lie.',
    properties: {
      folders: {
        type: 'array',
        items: { type: 'string', minLength: 1 },
        description: 'Further folders of them; `**/` in front means at any depth.',
        default: [],
      },
    },
    default: {},
  },
}

const known = new WeakMap<Settings, readonly string[]>()

/** Patterns of the files in folders of decision records. */
export function places(settings: Settings): readonly string[] {
  const made = known.get(settings)
  if (made) return made
  const own: Json | undefined = readOption(settings, 'adr', 'folders')
  const folders = (Array.isArray(own) ? own : []).filter((one) => typeof one === 'string')
  const list = [...FOLDERS, ...folders].map((folder) => `${folder.replace(/\/$/, '')}/*.md`)
  known.set(settings, list)
  return list
}

/** Claims numbered files in those folders; the scope is the folder. */
export function claim(path: string, mode: FileMode, settings: Settings): Claim | null {
  if (mode !== 'file' && mode !== 'executable') return null
  if (!testPlaces(places(settings))(path) || numberOf(path) === null || PATTERN.test(path)) return null
  return { kind: 'adr', scope: folderOf(path) }
}

/** The number in a file's name; null without one. */
export function numberOf(path: string): number | null {
  const number = NAME.exec(path.slice(path.lastIndexOf('/') + 1))?.[1]
  return number === undefined ? null : Number(number)
}
