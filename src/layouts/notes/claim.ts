import type { LayoutPaths } from '../../core/layout.ts'
import { folderOf } from '../../core/path.ts'
import { AGENT_FOLDER, belowForeignFolder, claimByName, SET_ASIDE, testPlaces } from '../../core/places.ts'
import { perSettings, readOption, type Settings } from '../../core/settings.ts'

/**
 * Where the files of each kind lie; the first that matches names the kind. `.*` is the folder of any agent. A new place is one value
 * here.
 */
const PLACES: readonly (readonly [kind: string, places: readonly string[]])[] = [
  ['skill', ['**/.*/skills/**/SKILL.md', 'skills/*/SKILL.md']],
  ['skill-page', ['**/.*/skills/**/*.md', 'skills/*/references/**/*.md']],
  ['skills-lock', ['skills-lock.json', '.clawhub/lock.json', '.clawdhub/lock.json']],
  ['note-history', ['**/.squad/agents/*/history.md']],
  ['subagent', ['**/.*/agents/**/*.md', '**/.opencode/agent/**/*.md', '**/.github/chatmodes/*.md']],
  [
    'agent-command',
    [
      '**/.*/commands/**/*.md',
      '**/.opencode/command/**/*.md',
      '**/.*/prompts/*.md',
      '**/.agent/workflows/*.md',
    ],
  ],
  [
    'note',
    [
      '**/.*/memory/**/*.md',
      '**/.*/memories/**/*.md',
      '**/.*/learnings/**/*.md',
      '**/.context/*.md',
      '**/.squad/identity/*.md',
      '**/docs/solutions/**/*.md',
      '**/learnings/**/*.md',
      '**/memory/20*-*-*.md',
    ],
  ],
]

const byName = PLACES.flatMap(([, places]) => places)

/** Most files of a repository are in none of the places. */
const isByName = testPlaces(byName)

const kinds = PLACES.map(([kind, places]) => {
  const own = testPlaces(places.filter((place) => !place.startsWith('**/.*/')))
  const below = testPlaces(places.filter((place) => place.startsWith('**/.*/')))
  return [kind, (path: string) => own(path) || (below(path) && AGENT.test(path))] as const
})

const AGENT = new RegExp(`(?:^|/)${AGENT_FOLDER}/`, 'i')

const ELSEWHERE = belowForeignFolder(...SET_ASIDE, 'evals?')

/** Memories with layouts of their own. */
const OF_OTHERS = /(?:^|\/)\.(?:serena\/|specify\/memory\/constitution\.md$)/i

/** Describes a folder; no agent loads it as a command. */
const README = /(?:^|\/)readme\.md$/i

/** Files that are notes by the settings. */
const named = perSettings((settings): readonly string[] => {
  const value = readOption(settings, 'notes')
  return (Array.isArray(value) ? value : []).map((one) => String(one).replace(/^\.\//, ''))
})

/** Claims folders whose Markdown agents keep or load when they need it, and what settings name. */
export const notesPaths: LayoutPaths = {
  id: 'notes',
  settings: {
    schemas: {
      notes: {
        type: 'array',
        items: { type: 'string', minLength: 1 },
        description:
          'Further folders of notes, a file each: patterns from the top of the repository, such as `docs/til/**/*.md`.',
        default: [],
      },
    },
    widens: (setting) => setting === 'notes',
  },
  signature: 'file in such a folder',
  places: perSettings((settings) => [...byName, ...named(settings)]),
  yields: true,
  claim: (path, mode, settings) => {
    const claimed = claimOf(path, mode, settings)
    return claimed?.kind === 'skills-lock' ? { ...claimed, ordinary: true } : claimed
  },
  parts: { of: ownNotes, area: homeOf },
}

const claimOf = claimByName(kindOf)

function kindOf(path: string, settings: Settings): string | null {
  if (testPlaces(named(settings))(path)) return 'note'
  if (!isByName(path) || ELSEWHERE.test(path) || OF_OTHERS.test(path)) return null
  const kind = kinds.find(([, test]) => test(path))?.[0] ?? null
  return README.test(path) && (kind === 'subagent' || kind === 'agent-command') ? null : kind
}

const HOME =
  /^(?:.*\/)?(?:\.[^/]+\/(?:skills|agents|commands?|prompts|chatmodes|workflows|memory|memories|learnings|identity)|docs\/solutions|learnings|skills)(?=\/)/i

/** The folder that holds all notes of its kind: an agent that looks for one looks there. */
export function homeOf(path: string): string {
  return HOME.exec(path)?.[0] ?? folderOf(path)
}

/** Notes are compared with those of their folder alone; a skill is judged with what says that it was installed. */
function ownNotes(path: string): string {
  const home = homeOf(path)
  return NOTES.test(home) && !/(?:^|\/)skills\//i.test(path) ? home : ''
}

const NOTES = /(?:^|\/)(?:docs\/solutions|learnings|memory|memories)$/i

/** The folder of a skill; null for a file of none. */
export function skillOf(path: string): string | null {
  return /^(?:.*\/)?skills\/(?:.*\/)?(?=SKILL\.md$)/i.exec(path)?.[0] ?? null
}
