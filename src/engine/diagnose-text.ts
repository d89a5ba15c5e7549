import { dirname, relative, resolve } from 'node:path'
import { type Diagnostic, toDiagnostic } from '../core/diagnostic.ts'
import { type Layout, wantedLayouts } from '../core/layout.ts'
import { literalSnapshot } from '../core/snapshot.ts'
import { suppress } from '../core/suppress.ts'
import { isDirectory, isThere } from '../fs/read-files.ts'
import { readSmall } from '../fs/text-files.ts'
import { layouts } from '../layouts/index.ts'
import { rules } from '../rules/index.ts'
import { openWorkTree } from '../snapshot/open-snapshot.ts'
import { openProject, type Project } from '../snapshot/project.ts'
import { claimFiles, memoryOf } from './claims.ts'
import { type MemoryContext, withSnapshot } from './context.ts'
import { factsInMemory } from './documents/facts.ts'
import { loadDocuments } from './documents/load-documents.ts'
import { findLayoutsOn } from './layouts-on.ts'
import { redactedData } from './redacted.ts'
import { loadSettings, SETTINGS_FILE } from './settings/load-settings.ts'

/** One text and its path. */
export type TextRequest = {
  /** Relative to `cwd`, or absolute; the file need not be there. */
  readonly path: string
  readonly text: string
  readonly cwd: string
  /** A settings file, relative to `cwd`, instead of the repository's. */
  readonly config?: string | undefined
}

/**
 * Finds what one text shows without any other file, in order, for an editor to show while a person types. Empty for a
 * file that no layout claims. Throws `UserError` for settings that are wrong.
 */
export async function diagnoseText({ path, text, cwd, config }: TextRequest): Promise<Diagnostic[]> {
  const full = resolve(cwd, path)
  const project = await openProject(nearestFolder(dirname(full)))
  const { root } = project
  const inside = relative(root, full).replaceAll('\\', '/')
  const settingsFile = resolve(root, SETTINGS_FILE)
  const own = isThere(settingsFile) ? readSmall(settingsFile) : null
  const snapshot = literalSnapshot({ [inside]: text, ...(own !== null && { [SETTINGS_FILE]: own }) })
  const source = { snapshot, cwd, config, root, top: root, extendedOnDisk: true, skip: [] }
  const settings = await loadSettings(source)
  const options = {
    layouts: wantedLayouts(layouts, settings),
    rules,
    settings,
    facts: factsInMemory(),
    today: '',
  }
  const layout = claimFiles(snapshot, options).find(({ file }) => file.path === inside)?.layout
  if (!layout) return []
  const { documents } = await loadDocuments(snapshot, options)
  const isSigned = documents.some(({ signature }) => signature)
  if (!isSigned && !(await isInUse(layout, project, options))) return []
  const memory = memoryOf(layout, snapshot, documents, options)
  const found = documents.flatMap(({ path: one, findings }) =>
    findings.map((finding) => toDiagnostic(finding, one, layout.id)),
  )
  const visible = suppress(found, memory, rulesOf(layout))
  return redactedData(visible.sort((a, b) => a.line - b.line || a.column - b.column))
}

/** True when the files of the repository show that the layout is in use. A plain folder may be too large to list: true. */
async function isInUse(layout: Layout, project: Project, options: MemoryContext): Promise<boolean> {
  if (!project.repository) return true
  const after = await openWorkTree(project)
  const { layouts: on } = await findLayoutsOn(withSnapshot({ ...options, layouts: [layout] }, after))
  return on.includes(layout)
}

/** A file in a folder that is not there yet belongs to the repository around it. */
function nearestFolder(folder: string): string {
  return isDirectory(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}

/** Rules that need more than one file did not run: a comment for one of those is not called unused. */
function rulesOf(layout: Layout): { readonly ids: Set<string>; readonly ran: Set<string> } {
  const all = [...rules, ...layout.rules]
  const alone = all.filter(({ subject }) => subject === 'document')
  return { ids: new Set(all.map(({ id }) => id)), ran: new Set(alone.map(({ id }) => id)) }
}
