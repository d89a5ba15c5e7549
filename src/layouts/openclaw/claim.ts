import type { JsonObject } from '../../core/json.ts'
import type { Claim, LayoutPaths } from '../../core/layout.ts'
import { belowForeignFolder, SET_ASIDE } from '../../core/places.ts'
import { perSettings, readOption, type Settings } from '../../core/settings.ts'
import { type FileMode, isRegular } from '../../core/snapshot.ts'
import type { LoadLimit } from '../../formats/loading.ts'

/** Characters of one file that load, unless the settings of OpenClaw say otherwise. */
export const FILE_CHARACTERS = 20_000

/** Characters of all files together. */
export const TOTAL_CHARACTERS = 60_000

/** Characters of USER.md; settings can only lower that. */
export const USER_CHARACTERS = 4000

/** With less room than that, files are left out. */
export const LEAST_CHARACTERS = 64

/** The share of AGENTS.md that becomes a digest of its rules, between its beginning and its end. */
export const DIGEST_SHARE = 0.35

/** What all limits have in common: the middle of a file is left out, with a mark in its place. */
const LIMIT: LoadLimit = {
  most: FILE_CHARACTERS,
  unit: 'characters',
  keeps: { start: 0.75, end: 0.25 },
  standing: 'enforced',
  source: 'OpenClaw 2026.8, agents.defaults.bootstrapMaxChars and bootstrapTotalMaxChars',
  asOf: '2026-09',
}

/** The limit of a file with so much room. */
export function limitOf(name: string, most: number): LoadLimit {
  const keeps = name === 'AGENTS.md' ? { start: 0.45, end: 0.15 } : LIMIT.keeps
  return { ...LIMIT, keeps, most }
}

/** The files that load at the start of a session, in that order; case counts. */
export const BOOTSTRAP_FILES: readonly string[] = [
  'AGENTS.md',
  'SOUL.md',
  'TOOLS.md',
  'IDENTITY.md',
  'USER.md',
  'HEARTBEAT.md',
  'BOOTSTRAP.md',
  'MEMORY.md',
]

/** The kinds of those files. AGENTS.md, TOOLS.md, USER.md and MEMORY.md are other tools' as well. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['SOUL.md', 'openclaw-self'],
  ['IDENTITY.md', 'openclaw-self'],
  ['HEARTBEAT.md', 'openclaw-routine'],
  ['BOOTSTRAP.md', 'openclaw-routine'],
  ['AGENTS.md', 'openclaw-guide'],
  ['TOOLS.md', 'openclaw-guide'],
  ['USER.md', 'openclaw-guide'],
  ['MEMORY.md', 'openclaw-memory'],
])

/** The folder of daily notes in a workspace. */
const NOTES = 'memory/'

/** `2026-02-08.md`, `2026-02-08-1430.md`, `2026-02-08-a-queue.md`; whether that is a real day is for a rule. */
const DAY = /^(\d{4}-\d{1,2}-\d{1,2})(?!\d)(.*)\.md$/

const schemas: { readonly [key: string]: JsonObject } = {
  openclaw: {
    type: 'object',
    additionalProperties: false,
    description: 'Workspaces of OpenClaw agents.',
    properties: {
      workspaces: {
        type: 'array',
        items: { type: 'string', minLength: 1 },
        description: 'Folders of further workspaces, next to the one at the top of the repository.',
        default: [],
      },
      fileCharacters: {
        type: 'integer',
        minimum: 1,
        description:
          'Characters of one file that load: `agents.defaults.bootstrapMaxChars` of openclaw.json.',
        default: FILE_CHARACTERS,
      },
      totalCharacters: {
        type: 'integer',
        minimum: 1,
        description:
          'Characters of all files together that load: `agents.defaults.bootstrapTotalMaxChars` of openclaw.json.',
        default: TOTAL_CHARACTERS,
      },
    },
    default: {},
  },
}

/** The folders of workspaces with a slash at the end; empty for the top of the repository, which comes last. */
const workspaces = perSettings((settings): readonly string[] => {
  const own = readOption(settings, 'openclaw', 'workspaces')
  const folders = (Array.isArray(own) ? own : []).filter((one) => typeof one === 'string')
  return [...new Set([...folders.map((one) => `${one.replace(/^\.\//, '').replace(/\/+$/, '')}/`), ''])]
})

const places = perSettings((settings) =>
  workspaces(settings).flatMap((folder) =>
    [...BOOTSTRAP_FILES, `${NOTES}**/*.md`].map((name) => folder + name),
  ),
)

/** Claims the files that load and the notes; the scope is the workspace. */
export const openclawPaths: LayoutPaths = {
  id: 'openclaw',
  settings: { schemas, widens: (setting) => setting === 'openclaw.workspaces' },
  signature: 'SOUL.md or IDENTITY.md at the top of a workspace',
  places,
  claim,
  parts: { area: (path, settings) => claim(path, 'file', settings)?.scope ?? '' },
}

function claim(path: string, mode: FileMode, settings: Settings): Claim | null {
  if (!isRegular(mode)) return null
  for (const folder of workspaces(settings)) {
    if (!path.startsWith(folder)) continue
    const kind = kindOf(path.slice(folder.length))
    if (kind === null) continue
    const scope = folder.replace(/\/$/, '')
    return kind === 'openclaw-self' ? { kind, scope } : { kind, scope, ordinary: true }
  }
  return null
}

const ELSEWHERE = belowForeignFolder(...SET_ASIDE)

function kindOf(name: string): string | null {
  const kind = KINDS.get(name)
  if (kind !== undefined) return kind
  const note = name.startsWith(NOTES) ? name.slice(NOTES.length) : ''
  if (!/\.md$/i.test(note) || ELSEWHERE.test(note)) return null
  return !note.includes('/') && DAY.test(note) ? 'openclaw-day' : 'openclaw-note'
}

/** The day in the name of a daily note as it is written; null for another file. */
export function dayOf(path: string): string | null {
  return DAY.exec(path.slice(path.lastIndexOf('/') + 1))?.[1] ?? null
}
