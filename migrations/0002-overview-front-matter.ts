import type {
  ChangeSet,
  ForPerson,
  Migration,
  MigrationInput,
  MigrationPlan,
  TextFile,
} from '../src/core/migration.ts'
import type { Settings } from '../src/core/settings.ts'
import { applyEdits, compareText } from '../src/core/text.ts'
import { addFields } from '../src/formats/edit-front-matter.ts'
import { workspaceSettings } from '../src/layouts/workspace/settings.ts'
import { foldAbstract } from './overview-front-matter/fold-abstract.ts'
import { type Abstract, overviewFields, readAbstract } from './overview-front-matter/overview-fields.ts'
import { planDocument } from './plan-front-matter/plan-document.ts'
import { readDocument } from './reading/workspace.ts'

/** Adds the front matter that overviews lack, and folds abstracts into the overviews next to them. */
export const overviewFrontMatter: Migration = {
  id: '0002-overview-front-matter',
  summary:
    'Adds the front matter that overviews lack, and folds every ABSTRACT.md into the OVERVIEW.md next to it.',
  wants: ({ layout, kind, path }, settings) =>
    (layout === 'workspace' && (kind === 'overview' || kind === 'abstract')) ||
    (path.endsWith('/OVERVIEW.md') && path.startsWith(`${workspaceSettings(settings).resources}/`)),
  plan: (input): MigrationPlan => {
    const planned = overviewDirectories(input).map((directory) => planDirectory(directory, input.settings))
    return {
      sets: planned.map(({ set }) => set).filter((set) => set.length > 0),
      forPerson: planned.flatMap(({ forPerson }) => forPerson),
    }
  },
}

/** The changes of the overview and the abstract of one directory. */
type PlannedDirectory = { readonly set: ChangeSet; readonly forPerson: readonly ForPerson[] }

/** Plans one directory: both files in one set, since the abstract is deleted only when the overview has its content. */
function planDirectory(directory: Directory, settings: Settings): PlannedDirectory {
  const { overview, abstract, overviewPath, abstractPath } = directory
  // The caller reports unreadable files and symlinks.
  if (abstract === 'unread') return NOTHING
  if (abstract === 'nothing' || abstract === 'link')
    return isText(overview) ? completed(overview, settings) : NOTHING
  if (overview === 'link' || overview === 'unread')
    return forPersonOnly(abstractPath, `${overviewPath} ${OVERVIEW[overview]}`)
  if (isBlank(abstract.text)) return withoutAbstract(directory, settings)
  const read = readAbstract(abstract, settings)
  if ('refused' in read) return forPersonOnly(abstractPath, read.refused, read.line)
  return isText(overview)
    ? folded(overview, read, settings)
    : created(abstract, overviewPath, { read, settings })
}

const NOTHING: PlannedDirectory = { set: [], forPerson: [] }
const OVERVIEW = {
  link: 'is a symlink, so the abstract was not folded into it. Do it by hand.',
  unread: 'could not be read, so the abstract was not folded into it. Fix it, then run this again.',
} as const

function forPersonOnly(path: string, what: string, line = 1): PlannedDirectory {
  return { set: [], forPerson: [{ path, line, what }] }
}

function isText(state: Directory['overview']): state is TextFile {
  return typeof state !== 'string'
}

function isBlank(text: string): boolean {
  return text.replace('\ufeff', '').trim() === ''
}

/** An overview by itself. */
function completed(overview: TextFile, settings: Settings): PlannedDirectory {
  const { path, text } = overview
  const document = planDocument(overview)
  if ('refused' in document) return forPersonOnly(path, document.refused, document.line)
  const { resources } = workspaceSettings(settings)
  const { fields, values, forPerson } = overviewFields(document, { abstract: null, resources })
  const added = addFields(text, fields)
  if ('refused' in added) return forPersonOnly(path, added.refused, added.line)
  const { edits } = added
  return { set: edits.length > 0 ? [{ path, kind: 'edit', edits, values }] : [], forPerson }
}

/** An empty abstract is deleted. */
function withoutAbstract({ overview, abstractPath }: Directory, settings: Settings): PlannedDirectory {
  const planned = isText(overview) ? completed(overview, settings) : NOTHING
  return { ...planned, set: [...planned.set, { path: abstractPath, kind: 'delete', values: [] }] }
}

function folded(overview: TextFile, abstract: Abstract, settings: Settings): PlannedDirectory {
  const { path, text } = overview
  const read = readDocument(text, settings)
  if ('refused' in read) return forPersonOnly(path, read.refused, read.line)
  // An overview without a scope has the scope of the abstract next to it.
  const document = planDocument({ ...overview, scope: overview.scope || abstract.document.scope })
  if ('refused' in document) return forPersonOnly(path, document.refused, document.line)
  const { resources } = workspaceSettings(settings)
  const { fields, values, forPerson } = overviewFields(document, { abstract, resources })
  const fold = foldAbstract(abstract, { read, fields, settings })
  if ('refused' in fold) return forPersonOnly(path, fold.refused, fold.line)
  const { edits } = fold
  const change: ChangeSet = edits.length > 0 ? [{ path, kind: 'edit', edits, values }] : []
  return { set: [...change, { path: abstract.document.path, kind: 'delete', values: [] }], forPerson }
}

/** Without an overview the abstract becomes one: the same text, with the fields that it lacks. */
function created(
  file: TextFile,
  path: string,
  { read, settings }: { read: Abstract; settings: Settings },
): PlannedDirectory {
  const { resources } = workspaceSettings(settings)
  const { fields, values, forPerson } = overviewFields(read.document, { abstract: read, resources })
  const added = addFields(file.text, fields)
  if ('refused' in added) return forPersonOnly(file.path, added.refused, added.line)
  return {
    set: [
      { path, kind: 'create', text: applyEdits(file.text, added.edits), values },
      { path: file.path, kind: 'delete', values: [] },
    ],
    forPerson: forPerson.map((one) => ({ ...one, path })),
  }
}

/** The state of a path: a text, nothing, a symlink, or something unreadable. */
type FileState = TextFile | 'nothing' | 'link' | 'unread'

/** A directory with an overview or an abstract. */
type Directory = {
  readonly overviewPath: string
  readonly abstractPath: string
  readonly overview: FileState
  readonly abstract: FileState
}

/**
 * The directories of overviews and abstracts, in order of their paths. An OVERVIEW.md that is no scope's own, such as one
 * in `_plans`, counts only with an abstract next to it.
 */
function overviewDirectories({ files, present }: MigrationInput): readonly Directory[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const standing = (path: string): FileState => {
    const mode = present.get(path)?.mode
    if (mode === undefined) return 'nothing'
    if (mode === 'link' || mode === 'submodule') return 'link'
    return byPath.get(path) ?? 'unread'
  }
  const wanted = files.filter(({ kind }) => kind === 'overview' || kind === 'abstract')
  const folders = [...new Set(wanted.map(({ path }) => path.slice(0, path.lastIndexOf('/'))))]
  return folders.sort(compareText).map((folder) => {
    const overviewPath = `${folder}/OVERVIEW.md`
    const abstractPath = `${folder}/ABSTRACT.md`
    return {
      overviewPath,
      abstractPath,
      overview: standing(overviewPath),
      abstract: standing(abstractPath),
    }
  })
}
