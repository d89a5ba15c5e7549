import { isJsonObject, type JsonObject } from '../../core/json.ts'
import type { Claim, LayoutPaths } from '../../core/layout.ts'
import { folderOf } from '../../core/path.ts'
import { belowForeignFolder, SET_ASIDE, testPlaces } from '../../core/places.ts'
import { perSettings, type Settings } from '../../core/settings.ts'
import { type FileMode, isRegular } from '../../core/snapshot.ts'
import { compareText } from '../../core/text.ts'

/** Where the files of each kind lie; the first that matches names the kind. Case counts for nothing, but see `PAGE`. */
const PLACES: readonly (readonly [kind: string, places: readonly string[]])[] = [
  ['agents-md', ['**/AGENTS.md', '**/AGENTS.override.md']],
  ['claude-md', ['**/CLAUDE.md', '**/CLAUDE.local.md']],
  ['gemini-md', ['**/GEMINI.md']],
  ['copilot-instructions', ['**/.github/copilot-instructions.md']],
  ['copilot-scoped', ['**/.github/instructions/**/*.md']],
  ['claude-rule', ['**/.claude/rules/**/*.md']],
  ['cursor-rule', [...below('.cursor/rules', '.mdc'), ...below('.cursor/rules', '.md')]],
  ['windsurf-rule', below('.windsurf/rules', '.md')],
  ['kiro-steering', below('.kiro/steering', '.md')],
  // Cline has commands and scripts in folders there, which it runs when somebody asks.
  ['cline-rule', ['.clinerules', '.clinerules/*.md', '.clinerules/*.txt']],
  ['roo-rule', ['.roo/rules/*.md', '.roo/rules/*/*.md', '.roorules']],
  ['roo-mode-rule', ['.roo/rules-*/*.md', '.roo/rules-*/*/*.md', '.roorules-*', '.clinerules-*']],
  ['agents-rule', [...below('.agents/rules', '.md'), ...below('.agent/rules', '.md')]],
  ['qwen-md', ['**/QWEN.md']],
  ['junie-guidelines', ['**/.junie/guidelines.md']],
  ['cursor-legacy', ['**/.cursorrules']],
  ['windsurf-legacy', ['**/.windsurfrules']],
  ['codex-config', ['**/.codex/config.toml']],
  ['agent-settings', ['.claude', '.gemini', '.qwen'].map((folder) => `**/${folder}/settings.json`)],
  ['opencode-settings', ['**/opencode.json']],
]

/** Folders of rules: a symlink in the place of one is read by agents, and what is behind it lies elsewhere. */
const FOLDERS: readonly string[] = [
  ...new Set(
    PLACES.flatMap(([, places]) => places)
      .flatMap((place) => /^(?:\*\*\/)?\.[^*]*(?=\/\*)/.exec(place) ?? [])
      .filter((folder, _, all) => !all.includes(`**/${folder}`)),
  ),
]

const isFolder = testPlaces(FOLDERS)

/** The files of a folder at any depth of the repository, and at the top also those of its folders. */
function below(folder: string, ending: string): readonly string[] {
  return [`**/${folder}/*${ending}`, `${folder}/*/*${ending}`, `${folder}/*/*/*${ending}`]
}

/** Folders of files that are no instructions for this repository: those of others, and examples. */
const ELSEWHERE = belowForeignFolder('evals?', ...SET_ASIDE, '\\.[^/]+/skills')

/** Describes the folder; no agent but Claude Code loads it as a rule. */
const README = /(?:^|\/)readme\.mdc?$/i

/** Below the top a page about agents, or about a product, has such a name; agents look for the one in capitals. */
const PAGE = /\/(?:agents|claude|gemini|qwen)\.md$/

/** Kinds that agents find by a name in any folder; in a folder of rules a page of that name is a rule. */
const BY_NAME: ReadonlySet<string> = new Set(['agents-md', 'claude-md', 'gemini-md', 'qwen-md'])

const all = [...PLACES.flatMap(([, places]) => places), ...FOLDERS]

const isPlace = testPlaces(all)

const kinds = PLACES.map(([kind, list]) => [kind, testPlaces(list)] as const)

/** Claims the files that agents load by their names; the scope is the folder for which they are loaded. */
export const instructionsPaths: LayoutPaths = {
  id: 'instructions',
  settings: { schemas: {}, withPages },
  signature: 'file of such a name',
  places: perSettings((settings) => [...all, ...Object.keys(pagesIn(settings))]),
  yields: true,
  claim: (path, mode, settings) => claimByPlace(path, mode) ?? claimOfPage(path, mode, settings),
  parts: { area: folderOf },
}

const SETTINGS: ReadonlySet<string> = new Set(['codex-config', 'agent-settings', 'opencode-settings'])

/** What a path alone says. */
function claimByPlace(path: string, mode: FileMode): Claim | null {
  if (mode === 'submodule') return null
  if (mode === 'link' && isFolder(path)) return { kind: 'instruction-link', scope: scopeOf(path) }
  const kind = kindNamed(path)
  if (kind === null || ELSEWHERE.test(path) || (README.test(path) && isRuleKind(kind))) return null
  if (mode === 'link') return { kind: 'instruction-link', scope: scopeOf(path) }
  return { kind, scope: scopeOf(path), ...(SETTINGS.has(kind) && { ordinary: true }) }
}

/** The key of the pages that symlinks lead to, among the settings of one run: no file of settings can hold it. */
const PAGES = 'instruction pages'

function pagesIn({ options }: Settings): JsonObject {
  const pages = options[PAGES]
  return isJsonObject(pages) ? pages : {}
}

/** A page is of the kind of the first link that leads to it, the one nearest to the top; what is an instruction file is judged as that. */
function withPages(settings: Settings, pages: ReadonlyMap<string, string>): Settings {
  const depth = (path: string): number => path.split('/').length
  const links = [...pages.keys()].sort((a, b) => depth(a) - depth(b) || compareText(a, b))
  const found: { [page: string]: string } = {}
  for (const link of links) {
    const page = pages.get(link) ?? ''
    const kind = kindNamed(link)
    if (kind === null || SETTINGS.has(kind) || !/^[^*]+\.mdc?$/i.test(page)) continue
    if (claimByPlace(page, 'file') === null) found[page] ??= link
  }
  if (Object.keys(found).length === 0 && settings.options[PAGES] === undefined) return settings
  return { ...settings, options: { ...settings.options, [PAGES]: found } }
}

function claimOfPage(path: string, mode: FileMode, settings: Settings): Claim | null {
  const pages = pagesIn(settings)
  const link = Object.hasOwn(pages, path) ? pages[path] : undefined
  const kind = typeof link === 'string' && isRegular(mode) ? kindNamed(link) : null
  return kind === null ? null : { kind, scope: scopeOf(String(link)) }
}

/** The mode of Roo Code that a file is for alone; null for every one. */
export function rooModeOf(path: string): string | null {
  return /(?:^|\/)\.(?:roo\/rules|roorules|clinerules)-([^/]+)/.exec(path)?.[1] ?? null
}

/** True for a file that agents find by its own name, and not through a symlink alone. */
export function isFoundByName(path: string): boolean {
  return claimByPlace(path, 'file') !== null
}

/** The kind of a file of that name and place, be it a file or a symlink; null for none. */
export function kindNamed(path: string): string | null {
  if (!isPlace(path)) return null
  const isPage = PAGE.test(path)
  return kinds.find(([kind, test]) => !(isPage && BY_NAME.has(kind)) && test(path))?.[0] ?? null
}

function isRuleKind(kind: string): boolean {
  return (
    (kind.endsWith('-rule') && kind !== 'claude-rule') ||
    kind === 'copilot-scoped' ||
    kind === 'kiro-steering'
  )
}

/** The agents' own folders: what is in one is about the folder around it. */
const OWN_FOLDERS: ReadonlySet<string> = new Set(
  PLACES.flatMap(([, places]) => places.flatMap((place) => place.match(/(?<=^|\/)\.[^/*]+(?=\/)/g) ?? [])),
)

/** The folder for which a file is loaded: its own, without the folder of an agent; empty for the top. */
function scopeOf(path: string): string {
  const names = folderOf(path).split('/')
  const own = names.findIndex((name) => OWN_FOLDERS.has(name))
  return names.slice(0, own === -1 ? names.length : own).join('/')
}
