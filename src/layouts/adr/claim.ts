import type { JsonObject } from '../../core/json.ts'
import type { LayoutPaths } from '../../core/layout.ts'
import { folderOf } from '../../core/path.ts'
import { claimByName, testPlaces } from '../../core/places.ts'
import { perSettings, readOption } from '../../core/settings.ts'

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

const settings: { readonly [key: string]: JsonObject } = {
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

/** Patterns of the files in folders of decision records. */
const places = perSettings((settings): readonly string[] => {
  const own = readOption(settings, 'adr', 'folders')
  const folders = (Array.isArray(own) ? own : []).filter((one) => typeof one === 'string')
  return [...FOLDERS, ...folders].map((folder) => `${folder.replace(/\/$/, '')}/*.md`)
})

/** Claims numbered files in those folders. */
export const adrPaths: LayoutPaths = {
  id: 'adr',
  settings,
  signature: 'numbered file with a status',
  places,
  yields: true,
  claim: claimByName((path, settings) =>
    testPlaces(places(settings))(path) && numberOf(path) !== null && !PATTERN.test(path) ? 'adr' : null,
  ),
  parts: { of: folderOf, area: folderOf },
}

/** The number in a file's name; null without one. */
export function numberOf(path: string): number | null {
  const number = NAME.exec(path.slice(path.lastIndexOf('/') + 1))?.[1]
  return number === undefined ? null : Number(number)
}
