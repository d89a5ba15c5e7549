import { hash } from 'node:crypto'
import { missingTargets } from '../../core/cited-paths.ts'
import {
  type FileListing,
  fileNamed,
  filesBelow,
  holdsFile,
  lazyListing,
  type SnapshotFile,
} from '../../core/snapshot.ts'
import { isReadConfig } from '../../formats/configured/config-files.ts'
import { meantPath } from '../../formats/meant-path.ts'
import { manifestsIn } from '../citations/manifests.ts'
import { configsIn } from '../configs.ts'
import type { Part } from './parts-of.ts'

/** Every question that a listing can be asked. */
const QUESTIONS = [
  'file',
  'folder',
  'name',
  'meant',
  'cited',
  'below',
  'all',
  'manifests',
  'configs',
  'content',
] as const

type Question = (typeof QUESTIONS)[number]

/** What the rules asked about the files around a part, and the answers: `[question, about, answer]`. */
type Asked = readonly (readonly string[])[]

/** A listing for the rules of one part, and what they have asked it. */
type AskedListing = { readonly files: FileListing; readonly asked: () => Asked }

/** Which files there are around every part, as rules may ask for it. */
export type Surroundings = {
  /** What the rules of a part are given. What they ask of the part's own files, given by path, is not noted. */
  readonly around: (own: readonly string[]) => AskedListing
  /** True when the same questions have the same answers here. */
  readonly hold: (asked: Asked) => boolean
  /** All that a rule sees of a file. */
  readonly standing: (file: SnapshotFile) => string
}

/**
 * Looks at a listing as the rules of a part do. Of a file they see what kind of file it is, and below the folders that git
 * ignores on purpose whether it does: they are given no more, so that nothing else can matter.
 */
export function surroundings(files: FileListing, ignoredFolders: readonly string[]): Surroundings {
  const view = viewOf(files, ignoredFolders)
  const known = new Map<string, string>()
  const answer = (question: Question, about: string): string => {
    const key = `${question} ${about}`
    const found = known.get(key) ?? answered(view, question, about)
    known.set(key, found)
    return found
  }
  return {
    around: (own) => askedListing(view, own, answer),
    hold: (asked) =>
      asked.every(
        ([question, about = '', known]) =>
          isQuestion(question) && answer(question, about) === known && !isUnnamed([question, about, known]),
      ),
    standing: (file) => standing(view.seen(file)),
  }
}

/** An answer that may be another one for the same files: manifests whose content has no name yet. */
function isUnnamed([question, , answer]: readonly (string | undefined)[]): boolean {
  return /^(?:manifests|configs|content)$/.test(question ?? '') && answer === ''
}

function isQuestion(text: string | undefined): text is Question {
  return QUESTIONS.some((one) => one === text)
}

type View = { readonly files: FileListing; readonly seen: (file: SnapshotFile) => SnapshotFile }

function viewOf(files: FileListing, ignoredFolders: readonly string[]): View {
  return {
    files,
    seen: ({ path, mode, ignored, untracked }) => ({
      path,
      id: null,
      mode,
      // The same bytes may be ignored today and tracked tomorrow.
      ...(ignoredFolders.some((folder) => path.startsWith(folder)) && {
        ...(ignored && { ignored }),
        ...(untracked && { untracked }),
      }),
    }),
  }
}

function answered({ files, seen }: View, question: Question, about: string): string {
  const all = (listed: Iterable<SnapshotFile>): string =>
    hash('sha256', [...listed].map((file) => `${file.path}\0${standing(seen(file))}`).join('\0'))
  if (question === 'folder') return holdsFile(files, about) ? 'held' : ''
  if (question === 'name') return fileNamed(files, about) ?? ''
  if (question === 'meant') return meantPath(files, about) ?? ''
  if (question === 'cited') {
    const [from = '', ...targets] = about.split('\n')
    const missing = new Set(missingTargets(files, from, targets))
    return targets.map((_, i) => (missing.has(i) ? '-' : '+')).join('')
  }
  if (question === 'manifests') return contentsAnswer(files, manifestsIn(files))
  if (question === 'configs') return contentsAnswer(files, configsIn(files), isReadConfig)
  if (question === 'content') return files.has(about) ? (files.get(about)?.id ?? '') : 'none'
  if (question === 'below') return all(filesBelow(files, about))
  if (question === 'all') return all(files.values())
  const file = files.get(about)
  return file ? standing(seen(file)) : ''
}

/** What some files hold, as far as they are read; nothing where that has no name yet. */
function contentsAnswer(
  files: FileListing,
  paths: readonly string[],
  isRead: (path: string) => boolean = () => true,
): string {
  const named = paths.map((path) => [path, isRead(path) ? (files.get(path)?.id ?? null) : 'there'] as const)
  return named.some(([, id]) => id === null) ? '' : hash('sha256', JSON.stringify(named))
}

function standing({ mode, ignored, untracked }: SnapshotFile): string {
  return `${mode}${ignored ? ' ignored' : ''}${untracked ? ' untracked' : ''}`
}

function askedListing(
  { files, seen }: View,
  own: readonly string[],
  answer: (question: Question, about: string) => string,
): AskedListing {
  const ownPaths = new Set(own)
  const ownFolders = foldersOf(own)
  const asked = new Map<string, readonly [Question, string]>()
  const ask = (question: Question, about: string): void => {
    asked.set(`${question} ${about}`, [question, about])
  }
  const listing = lazyListing({
    get: (path) => {
      if (!ownPaths.has(path)) ask('file', path)
      const file = files.get(path)
      return file && seen(file)
    },
    below: (folder) => {
      ask('below', folder)
      return filesBelow(files, folder).map(seen)
    },
    all: () => {
      ask('all', '')
      return new Map([...files].map(([path, file]) => [path, seen(file)]))
    },
  })
  const narrow = {
    holds: (folder: string): boolean => {
      if (ownFolders.has(folder)) return true
      ask('folder', folder)
      return holdsFile(files, folder)
    },
    named: (name: string): string | null => {
      ask('name', name)
      return fileNamed(files, name)
    },
    meant: (path: string): string | null => {
      ask('meant', path)
      return meantPath(files, path)
    },
    manifests: (): readonly string[] => {
      ask('manifests', '')
      return manifestsIn(files)
    },
    configs: (): readonly string[] => {
      ask('configs', '')
      return configsIn(files)
    },
    looked: (path: string): void => ask('content', path),
    missing: (from: string, targets: readonly string[]): readonly number[] => {
      const about = [from, ...targets].join('\n')
      ask('cited', about)
      const missing = answer('cited', about)
      return [...missing].flatMap((one, i) => (one === '-' ? [i] : []))
    },
  }
  return {
    files: Object.assign(listing, narrow),
    asked: () => [...asked.values()].map(([question, about]) => [question, about, answer(question, about)]),
  }
}

function foldersOf(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      folders.add(path.slice(0, end))
    }
  }
  return folders
}

/**
 * What a part's outcome depends on, except the day, what the cache's version names, and what its rules ask about files
 * around it: its files and their contents. Their layouts follow from their paths. All ids are known.
 */
export function partKey({ name, files }: Part, { standing }: Pick<Surroundings, 'standing'>): string {
  const parts = [name]
  for (const { file } of files) parts.push(file.path, standing(file), file.id ?? '')
  return hash('sha256', parts.join('\0')).slice(0, 40)
}
