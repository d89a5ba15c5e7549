import type { JsonObject } from '../../core/json.ts'
import type { LayoutPaths } from '../../core/layout.ts'
import { folderOf } from '../../core/path.ts'
import { belowForeignFolder, claimByName, testPlaces } from '../../core/places.ts'
import { perSettings, readOption } from '../../core/settings.ts'

/** Where numbered files are records of decisions by the name of the folder; the first two are named where none is found. */
const PLACES: readonly string[] = [
  '**/adr/*.md',
  '**/decisions/*.md',
  // Records that lie elsewhere and say by their own name what they are, in `docs/architecture/` and the like.
  '**/adr*.md',
  '**/*adr*/*.md',
  '**/*adr*/*/*.md',
  '**/*decision*/*.md',
  '**/*decision*/*/*.md',
]

/** `adr`, `ADRs`, `04-decisions`, `architecture-decision-records`, `.decisions`, `adr-log`. */
const FOLDER =
  /(?:^|\/)(?:[^/]*[-_. ])?(?:adrs?|adls?|decisions?)(?:[-_. ]?(?:records?|logs?|archived?|history))?\/(?:[^/]+\/)?[^/]+$/i

/** Folders in which every number is that of a record, and no two records share one. */
const STRICT = /(?:^|\/)(?:adrs?|decisions|architecture[-_]decisions|architectural-decisions)\/[^/]+$/i

/**
 * `0012-a-queue.md`, `12-a-queue.md`, `ADR-0012.md`, `adr_012_a_queue.md`, `D-012-a-queue.md`, `DEC-012 A queue.md`,
 * `PDR-012.md`; a day and `d3-charts.md` are no numbers.
 */
const NAME =
  /^(?:((?:[a-z]{0,3}dr|adl|dec|decision(?:[-_ ]?record)?)(?=[-_ .#\d])|(?:ad|d)(?=[-_ .#]|\d\d))[-_ .#]*)?(?!\d{4}[-_.]\d{2}[-_.]\d{2}(?!\d))(\d{1,5})((?:[^\p{L}\p{N}].*)?)\.md$/iu

/** Folders of other people's files and of examples. */
const FOREIGN = belowForeignFolder()

/** Where agents keep files of another kind, whatever their names are. */
const OTHERS = /(?:^|\/)(?:memories|memory[-_]bank|rules|steering|instructions|skills|commands|prompts)\//i

const schemas: { readonly [key: string]: JsonObject } = {
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

/** Patterns of the files that settings name. */
const further = perSettings((settings): readonly string[] => {
  const own = readOption(settings, 'adr', 'folders')
  const folders = (Array.isArray(own) ? own : []).filter((one) => typeof one === 'string')
  return folders.map((folder) => `${folder.replace(/\/$/, '')}/*.md`)
})

/** Claims numbered files in folders of decisions, and those that say it by their own names. */
export const adrPaths: LayoutPaths = {
  id: 'adr',
  settings: { schemas, widens: (setting) => setting === 'adr.folders' },
  signature: 'numbered record with a status, and no two of one shape',
  places: perSettings((settings) => [...PLACES, ...further(settings)]),
  yields: true,
  claim: claimByName((path, settings) => {
    const name = readName(path)
    if (!name || FOREIGN.test(path) || isTemplate(name)) return null
    const isPlace = FOLDER.test(path) || (saysRecord(name) && !OTHERS.test(path))
    return isPlace || testPlaces(further(settings))(path) ? 'adr' : null
  }),
  parts: { of: folderOf, area: folderOf },
}

/** What a file's name says. */
export type RecordName = {
  /** What is before the number, in lower case; empty for `adr` and for nothing, which people mix. */
  readonly series: string
  readonly number: number
  /** What is behind the number. */
  readonly rest: string
  readonly isBare: boolean
}

/** The parts of a record's name; null for a file without a number. */
export function readName(path: string): RecordName | null {
  const [, prefix, number, rest = ''] = NAME.exec(path.slice(path.lastIndexOf('/') + 1)) ?? []
  if (number === undefined) return null
  const series = (prefix ?? '').toLowerCase().replaceAll(/[^a-z]/g, '')
  return {
    series: series === 'adr' ? '' : series,
    number: Number(number),
    rest,
    isBare: prefix === undefined,
  }
}

/** `0000-template.md`, `001-adr-template.md`; a record may be about templates. */
function isTemplate({ number, rest }: RecordName): boolean {
  return number === 0
    ? /(?:^|[^\p{L}])templates?(?![\p{L}])/iu.test(rest)
    : /^[-_. ]*(?:adr|madr|decision|record)?[-_. ]*template$/i.test(rest)
}

function saysRecord({ series, isBare }: RecordName): boolean {
  return series === '' && !isBare
}

/** True where the path alone says that it is a record of an architecture decision: two such files need little else in common. */
export function saysAdr(path: string): boolean {
  const name = readName(path)
  return (name !== null && !name.isBare) || /adr|architect/i.test(path.slice(0, path.lastIndexOf('/')))
}

/** True where a second file with one number is a mistake for sure. */
export function isNumberStrict(path: string): boolean {
  return readName(path)?.series === '' && STRICT.test(path)
}

/** The number in a file's name; null without one. */
export function numberOf(path: string): number | null {
  return readName(path)?.number ?? null
}

/** What a number names in a folder: `d 12`. */
export function numberName(path: string, number = numberOf(path)): string {
  return `${folderOf(path)} ${readName(path)?.series ?? ''} ${number}`
}
