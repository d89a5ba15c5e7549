import { applyEdits } from '../../src/core/edit.ts'
import type { ChangeSet, ForPerson, TextFile } from '../../src/core/migration.ts'
import type { Settings } from '../../src/core/settings.ts'
import { frontMatterEdits } from '../../src/formats/front-matter-edits.ts'
import { planDocument } from '../plan-front-matter/plan-document.ts'
import { readDocument } from '../reading/read-document.ts'
import { workspaceRoots } from '../workspace/workspace-roots.ts'
import { type Abstract, readAbstract } from './abstract.ts'
import type { Directory } from './directories.ts'
import { foldAbstract } from './fold-abstract.ts'
import { overviewFields } from './overview-fields.ts'

/** What becomes of the overview and the abstract of one directory. */
export type PlannedDirectory = { readonly set: ChangeSet; readonly forPerson: readonly ForPerson[] }

/** Plans one directory: both files in one set, since the abstract goes only when the overview has what it says. */
export function planDirectory(directory: Directory, settings: Settings): PlannedDirectory {
  const { overview, abstract, overviewPath, abstractPath } = directory
  // Whoever reads the files says of those that could not be read, and of links.
  if (abstract === 'unread') return NOTHING
  if (abstract === 'nothing' || abstract === 'link')
    return isText(overview) ? completed(overview, settings) : NOTHING
  if (overview === 'link' || overview === 'unread')
    return left(abstractPath, `${overviewPath} ${OVERVIEW[overview]}`)
  if (isBlank(abstract.text)) return withoutAbstract(directory, settings)
  const read = readAbstract(abstract, settings)
  if ('refused' in read) return left(abstractPath, read.refused, read.line)
  return isText(overview)
    ? folded(overview, read, settings)
    : created(abstract, overviewPath, { read, settings })
}

const NOTHING: PlannedDirectory = { set: [], forPerson: [] }
const OVERVIEW = {
  link: 'is a link, so the abstract was not folded into it. Do it by hand.',
  unread: 'could not be read, so the abstract was not folded into it. Mend it, then run this again.',
} as const

function left(path: string, what: string, line = 1): PlannedDirectory {
  return { set: [], forPerson: [{ path, line, what }] }
}

function isText(standing: Directory['overview']): standing is TextFile {
  return typeof standing !== 'string'
}

function isBlank(text: string): boolean {
  return text.replace('\ufeff', '').trim() === ''
}

/** An overview by itself. */
function completed(overview: TextFile, settings: Settings): PlannedDirectory {
  const { path, text } = overview
  const document = planDocument(overview)
  if ('refused' in document) return left(path, document.refused, document.line)
  const { resources } = workspaceRoots(settings)
  const { fields, values, forPerson } = overviewFields(document, { abstract: null, resources })
  const added = frontMatterEdits(text, fields)
  if ('refused' in added) return left(path, added.refused, added.line)
  const { edits } = added
  return { set: edits.length > 0 ? [{ path, kind: 'edit', edits, values }] : [], forPerson }
}

/** An empty abstract says nothing, and nothing of it is to be kept. */
function withoutAbstract({ overview, abstractPath }: Directory, settings: Settings): PlannedDirectory {
  const planned = isText(overview) ? completed(overview, settings) : NOTHING
  return { ...planned, set: [...planned.set, { path: abstractPath, kind: 'delete', values: [] }] }
}

function folded(overview: TextFile, abstract: Abstract, settings: Settings): PlannedDirectory {
  const { path, text } = overview
  const read = readDocument(text, settings)
  if ('refused' in read) return left(path, read.refused, read.line)
  // A file that is no scope's own overview has the scope of the abstract beside it.
  const document = planDocument({ ...overview, scope: overview.scope || abstract.document.scope })
  if ('refused' in document) return left(path, document.refused, document.line)
  const { resources } = workspaceRoots(settings)
  const { fields, values, forPerson } = overviewFields(document, { abstract, resources })
  const fold = foldAbstract(abstract, { read, fields, settings })
  if ('refused' in fold) return left(path, fold.refused, fold.line)
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
  const { resources } = workspaceRoots(settings)
  const { fields, values, forPerson } = overviewFields(read.document, { abstract: read, resources })
  const added = frontMatterEdits(file.text, fields)
  if ('refused' in added) return left(file.path, added.refused, added.line)
  return {
    set: [
      { path, kind: 'create', text: applyEdits(file.text, added.edits), values },
      { path: file.path, kind: 'delete', values: [] },
    ],
    forPerson: forPerson.map((one) => ({ ...one, path })),
  }
}
