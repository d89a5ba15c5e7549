import { folderOf } from '../../core/path.ts'
import { manifestKind, scriptsOf } from '../citations/manifest-scripts.ts'
import { type Block, cellsOf, type Entry, entriesOf, groupsFrom } from './blocks.ts'
import { saysNoMore, wordsOf } from './plain-words.ts'

/** The scripts of a manifest by name, each with what it runs. */
export type HeldScripts = {
  readonly path: string
  /** What runs them: `npm`, `make`. */
  readonly runner: string
  readonly scripts: ReadonlyMap<string, string>
}

const TASKS = /^\[(?:project\.scripts|tool\.(?:poetry\.scripts|poe\.tasks|taskipy\.tasks|pdm\.scripts))\]/

/** True for a file that may hold scripts. */
export function mayHoldScripts(path: string): boolean {
  return (
    manifestKind(path) !== null ||
    /(?:^|\/)(?:composer\.json|deno\.jsonc?|pyproject\.toml|\.cargo\/config\.toml)$/.test(path)
  )
}

/** What a manifest holds; null where it holds none. */
export function heldScripts(path: string, text: string): HeldScripts | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const kind = manifestKind(path)
  const scripts =
    kind === 'make' || kind === 'just'
      ? recipesOf(path, text)
      : name === 'pyproject.toml'
        ? tablesOf(text, TASKS)
        : name === 'config.toml'
          ? tablesOf(text, /^\[alias\]/)
          : jsonOf(text, name.startsWith('deno') ? 'tasks' : 'scripts')
  const runner = RUNNERS[kind ?? name] ?? 'npm'
  return scripts.size > 0 ? { path, runner, scripts } : null
}

const RUNNERS: { readonly [kind: string]: string } = {
  package: 'npm',
  make: 'make',
  just: 'just',
  'pyproject.toml': 'python',
  'config.toml': 'cargo',
  'composer.json': 'composer',
  'deno.json': 'deno',
  'deno.jsonc': 'deno',
}

function jsonOf(text: string, key: string): ReadonlyMap<string, string> {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    const own: unknown = Object.entries(value ?? {}).find(([name]) => name === key)?.[1]
    return new Map(Object.entries(own ?? {}).map(([name, body]) => [name, String(body)]))
  } catch {
    return new Map()
  }
}

/** Recipes with the words of their lines: a comment on the line of a target describes it. */
function recipesOf(path: string, text: string): ReadonlyMap<string, string> {
  const { names } = scriptsOf(path, text)
  const found = new Map([...names].map((name) => [name, '']))
  let open = ''
  for (const line of text.split(/\r?\n/)) {
    const head = /^@?([\w.-]+)[^:=]*:(?!=)/.exec(line)?.[1] ?? ''
    if (head !== '') open = head
    const known = found.get(open)
    if (known !== undefined && known.length < 2000 && (head !== '' || /^\s/.test(line)))
      found.set(open, `${known} ${line}`)
  }
  return found
}

function tablesOf(text: string, head: RegExp): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  let isIn = false
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('[')) isIn = head.test(line)
    const [, name, body] = isIn ? (/^\s*"?([\w.:-]+)"?\s*=\s*(.*)$/.exec(line) ?? []) : []
    if (name !== undefined && body !== undefined) found.set(name, body)
  }
  return found
}

/** How commands name a script, by what runs it. */
const COMMANDS: readonly (readonly [runner: string, form: RegExp])[] = [
  ['npm', /^(?:npm|pnpm|yarn|bun)(?: run(?:-script)?)? ([\w:.@/-]+)$/],
  ['make', /^make ([\w:./-]+)$/],
  ['just', /^just ([\w:./-]+)$/],
  ['composer', /^composer(?: run(?:-script)?)? ([\w:./-]+)$/],
  ['deno', /^deno task ([\w:./-]+)$/],
  ['python', /^(?:(?:uv|poetry|pdm) run |poe |task )?([\w:.-]+)$/],
  ['cargo', /^cargo ([\w-]+)$/],
]

/** Every agent knows it. */
const INSTALL = /^(?:(?:npm|pnpm|yarn|bun) (?:install|i|ci)|yarn|composer install|uv sync|poetry install)$/

/** Entries that a manifest says as well, how many of them are scripts, and the manifests. */
export type Held = {
  readonly entries: readonly Entry[]
  readonly counted: number
  readonly paths: readonly string[]
}

type Command = {
  readonly entry: Entry
  /** A title is a comment above commands; `by` is what goes with scripts. */
  readonly what: 'script' | 'by' | 'title' | 'other'
  readonly path?: string
  /** What a title says. */
  readonly says?: string
}

/** The commands of a block that name a script and say no more of it than the script does, where most of them do. */
export function scriptsIn(block: Block, folder: string, manifests: readonly HeldScripts[]): Held {
  const found = withoutTitled(commandsIn(block, folder, manifests))
  const gone = found.filter(({ what }) => what !== 'other')
  const all = found.filter(({ what, says }) => says === undefined && what !== 'by').length
  const counted = found.filter(({ what }) => what === 'script').length
  if (counted < all / 2) return { entries: [], counted: 0, paths: [] }
  return {
    entries: gone.map(({ entry }) => entry),
    counted,
    paths: [...new Set(gone.flatMap(({ path }) => path ?? []))],
  }
}

function commandsIn(block: Block, folder: string, manifests: readonly HeldScripts[]): readonly Command[] {
  let here = ''
  return entriesOf(block).map((entry): Command => {
    const { command, description } = commandOf(entry, block.form)
    if (command === '' && block.form === 'code') return { entry, what: 'title', says: description }
    const moved = /^cd ([\w./-]+)$/.exec(command)?.[1]
    if (moved !== undefined) {
      here = moved === '..' ? '' : moved.replace(/\/$/, '')
      return { entry, what: description === '' ? 'by' : 'other' }
    }
    const [, there, rest] = /^cd ([\w./-]+) && (.+)$/.exec(command) ?? []
    const run = rest ?? command
    const where = there === undefined ? [here, folder] : [there, `${folder}/${there}`]
    const held = scriptNamed(run, where, manifests)
    const known = wordsOf(held ? `${held.name} ${held.body} ${run}` : run)
    if (!saysNoMore(description, new Set(known))) return { entry, what: 'other' }
    if (held) return { entry, what: 'script', path: held.path }
    return { entry, what: INSTALL.test(run) ? 'by' : 'other' }
  })
}

type Named = { readonly name: string; readonly body: string; readonly path: string }

function scriptNamed(
  run: string,
  folders: readonly string[],
  manifests: readonly HeldScripts[],
): Named | null {
  for (const [runner, form] of COMMANDS) {
    const name = form.exec(run)?.[1]
    if (name === undefined) continue
    for (const { path, scripts, runner: own } of manifests) {
      const body = own === runner && folders.includes(folderFor(path)) ? scripts.get(name) : undefined
      if (body !== undefined) return { name, body, path }
    }
  }
  return null
}

/** A title goes with all that is below it; one that says something keeps it. */
function withoutTitled(found: readonly Command[]): readonly Command[] {
  return groupsFrom(found, ({ what }) => what === 'title').flatMap((group) => {
    const [title, ...own] = group
    if (title?.what !== 'title') return group
    const says = title.says ?? ''
    const isName = own.length > 1 && says.split(/\s+/).length <= 3
    const words = new Set(own.flatMap(({ entry }) => wordsOf(entry.text)))
    const isPlain = isName || saysNoMore(says, words)
    const stays = (one: Command): Command => ({ ...one, what: 'other' })
    if (!isPlain) return [stays(title), ...own.map(stays)]
    const isWhole = own.length > 0 && own.every(({ what }) => what !== 'other')
    return [isWhole ? title : stays(title), ...own]
  })
}

/** The folder in which the scripts of a manifest run. */
function folderFor(path: string): string {
  return folderOf(path).replace(/(?:^|\/)\.cargo$/, '')
}

/** The command of an entry, and what is said of it. */
function commandOf(
  { text }: Entry,
  form: Block['form'],
): { readonly command: string; readonly description: string } {
  if (form === 'code') {
    const [, command = '', comment = ''] = /^(?:\$ )?([^#]*)(?:#(.*))?$/.exec(text) ?? []
    return { command: command.trim(), description: comment.trim() }
  }
  const words = form === 'table' ? cellsOf(text).join(' ') : text
  const spans = [...words.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one.trim())
  const [command = ''] = spans
  // Of several nothing says which is meant.
  if (spans.length !== 1) return { command: '', description: words }
  return { command, description: words.replace(/`[^`]+`/, ' ') }
}
