import { isUtf8 } from 'node:buffer'
import { homedir } from 'node:os'
import { basename, isAbsolute, join, resolve } from 'node:path'
import type { Diagnostic } from '../core/diagnostic.ts'
import { safePath, UserError } from '../core/messages.ts'
import { folderOf } from '../core/path.ts'
import { overlay, type WritePlan } from '../core/write-plan.ts'
import { checkMemory } from '../engine/check-memory.ts'
import { type PlannedTexts, plannedTexts } from '../engine/derived-files.ts'
import { readExpected } from '../engine/fixes.ts'
import { type MemoryRequest, openMemory } from '../engine/open-memory.ts'
import { redacted } from '../engine/redacted.ts'
import { NODE_FS } from '../fs/atomic-write.ts'
import { folderNames } from '../fs/folders.ts'
import { diskModes, isDirectory, readFiles } from '../fs/read-files.ts'
import { readUndoRecord } from '../fs/undo-record.ts'
import type { WriteRefusal } from '../fs/write-plan.ts'
import { ignoredPaths, stageCommand } from '../git/path-status.ts'
import { listWorkTrees } from '../git/repository.ts'
import {
  assertRepository,
  type OpenSnapshot,
  openProject,
  textOfBytes,
  textsIn,
  writingIn,
} from '../snapshot/project.ts'
import { contentDigest, type ImportedFile, type ImportSource, importFiles } from './imported-files.ts'
import { readLastRun } from './last-run.ts'
import { writeGroups } from './write-groups.ts'

/** One run of `memkeep import`. */
type ImportOptions = MemoryRequest & {
  /** Where the shell is. */
  readonly from: string
  /** Folders to read; those that Claude Code keeps for this repository where none is named. */
  readonly folders: readonly string[]
  readonly env: { readonly [name: string]: string | undefined }
  readonly write: boolean
}

/** A folder that was read, and what in it was not. */
type ImportFolder = {
  readonly folder: string
  /** The work tree, or the folder in it, that it is of. */
  readonly of: string
  readonly label: string
  readonly left: readonly { readonly name: string; readonly reason: string }[]
}

export type ImportResult = {
  /** The folder of the repository that gets them. */
  readonly target: string
  readonly folders: readonly ImportFolder[]
  readonly files: readonly ImportedFile[]
  /** Files in which secrets became stars. */
  readonly secrets: readonly string[]
  readonly plan: PlannedTexts
  readonly written: readonly string[]
  readonly refused: readonly WriteRefusal[]
  /** What `check` says of the result, and did not say before. */
  readonly findings: readonly Diagnostic[]
  readonly stage: string | null
}

/** The folders in which the memory of Claude Code lies in repositories; the first that has an index, else that git takes. */
const TARGETS = ['.claude/memory', 'memory'] as const
const MOST_BYTES = 1024 * 1024

/**
 * Copies what Claude Code remembers of this repository in the user's home into the repository. Reads there, and writes in the
 * work tree alone, so that `migrate --revert` undoes it. Throws `UserError` where there is nothing to read.
 */
export async function runImport(options: ImportOptions): Promise<ImportResult> {
  const { cwd, from, write } = options
  const project = await openProject(cwd)
  const repository = assertRepository(project, 'import')
  const { root } = project
  const memory = await openMemory({ ...options, project })
  const snapshot = memory.after
  const found = await readFolders(await foldersOf(options, root, snapshot))
  const target = await chooseTarget(root, snapshot)
  const checked = await checkMemory(memory)
  const { files, known } = await presentTexts(
    snapshot,
    target,
    checked.documents.map(({ path }) => path),
  )
  for (const { path, items } of checked.documents) {
    for (const { digest } of items) if (digest) known.set(digest, known.get(digest) ?? path)
  }
  const imported = importFiles(found.sources, { files, known })
  const plan: WritePlan = new Map(
    [...imported.texts].map(([name, text]) => [`${target}/${name}`, { kind: 'text', text }]),
  )
  const before = await readExpected(snapshot, plan)
  const after = await checkMemory({ ...memory, after: overlayOpen(snapshot, plan) })
  const result = {
    target,
    folders: found.folders,
    files: imported.files.map((file) => ({
      ...file,
      as: file.as.includes('/') ? file.as : `${target}/${file.as}`,
    })),
    secrets: found.secrets,
    plan: plannedTexts(plan, before),
    findings: newFindings(checked.diagnostics, after.diagnostics),
  }
  memory.facts.save?.()
  if (!write || plan.size === 0) return { ...result, written: [], refused: [], stage: null }
  if (readUndoRecord(repository.gitDir)?.done === false) {
    throw new UserError(
      'a run of migrate was stopped',
      'Finish it with memkeep migrate, or revert it with --revert.',
    )
  }
  const { written, refused } = writeGroups({
    root,
    gitDir: repository.gitDir,
    groups: [{ plan, derived: false }],
    expected: before,
    last: readLastRun(root, null, NODE_FS),
    scratch: writingIn(project).scratch,
    fs: NODE_FS,
  })
  const changes = [...plan.keys()].map((path) => ({ base: 'root', path, text: '' }) as const)
  const stage = refused.length > 0 ? null : await stageCommand(changes, { top: repository.top, from })
  return { ...result, written, refused, stage }
}

function overlayOpen(snapshot: OpenSnapshot, plan: WritePlan): OpenSnapshot {
  return { ...snapshot, ...overlay(snapshot, plan) }
}

type Place = { readonly folder: string; readonly of: string }

/** Claude Code names a folder by the path of the directory, with a dash for every sign that is no letter or digit. */
function projectName(path: string): string {
  return path.replaceAll(/[^A-Za-z0-9]/g, '-')
}

async function foldersOf(
  { folders, from, env }: ImportOptions,
  root: string,
  { files }: OpenSnapshot,
): Promise<readonly Place[]> {
  if (folders.length > 0) {
    const named = folders.map((folder) => resolve(from, folder))
    const missing = named.find((folder) => !isDirectory(folder))
    if (missing !== undefined)
      throw new UserError(`${safePath(missing)} is no folder`, 'Name a folder of Markdown files.')
    return named.map((folder) => ({ folder, of: folder }))
  }
  const own = env.CLAUDE_CONFIG_DIR
  const home = own && isAbsolute(own) ? own : join(env.HOME || homedir(), '.claude')
  const projects = join(home, 'projects')
  const there = new Set(folderNames(projects))
  const below = [...new Set([...files.keys()].map(folderOf))].sort()
  const tops = [root, ...(await listWorkTrees(root)).filter((top) => top !== root)]
  const directories = tops.flatMap((top) => [
    top,
    ...below.filter((folder) => folder !== '').map((folder) => `${top}/${folder}`),
  ])
  const seen = new Set<string>()
  const found = directories.flatMap((of): Place[] => {
    const name = projectName(of)
    const folder = join(projects, name, 'memory')
    if (seen.has(name) || !there.has(name) || !isDirectory(folder)) return []
    seen.add(name)
    return [{ folder, of }]
  })
  if (found.length > 0) return found
  throw new UserError(
    `Claude Code keeps no memory of this repository in ${safePath(projects)}`,
    `It would be in ${safePath(join(projects, projectName(root), 'memory'))}. Where it is elsewhere, name the folder: memkeep import --from claude FOLDER.`,
  )
}

type FoundFolders = {
  readonly folders: readonly ImportFolder[]
  readonly sources: readonly ImportSource[]
  readonly secrets: readonly string[]
}

/** Reads the regular Markdown files of each folder; what is not read is named with its reason. */
async function readFolders(places: readonly Place[]): Promise<FoundFolders> {
  const folders: ImportFolder[] = []
  const sources: ImportSource[] = []
  const secrets: string[] = []
  const labels = new Set<string>()
  for (const { folder, of } of places) {
    const label = freeLabel(of, labels)
    const left: { name: string; reason: string }[] = []
    const files = new Map<string, string>()
    const names = folderNames(folder)
    const modes = diskModes(folder, names)
    const contents = await readFiles(
      folder,
      names.filter((name) => isTopic(name) && isFile(modes.get(name))),
    )
    for (const name of names) {
      const read = contents.get(name)
      if (!read || !('bytes' in read)) {
        left.push({
          name,
          reason: reasonLeft(name, modes.get(name), read && 'failure' in read ? read.failure : null),
        })
      } else if (read.bytes.length > MOST_BYTES) left.push({ name, reason: 'it is over 1 MiB' })
      else if (!isUtf8(read.bytes)) left.push({ name, reason: 'it is no UTF-8 text' })
      else {
        const text = textOfBytes(read.bytes)
        const safe = await redacted(text)
        if (safe !== text) secrets.push(join(folder, name))
        files.set(name, safe)
      }
    }
    folders.push({ folder, of, label, left })
    sources.push({ label, files })
  }
  return { folders, sources, secrets }
}

function isTopic(name: string): boolean {
  return /\.md$/i.test(name)
}

function isFile(mode: string | null | undefined): boolean {
  return mode === 'file' || mode === 'executable'
}

function reasonLeft(name: string, mode: string | null | undefined, failure: string | null): string {
  if (mode === 'link') return 'it is a symlink'
  if (failure !== null) return failure
  return isFile(mode) && !isTopic(name) ? 'it is no Markdown file' : 'it is no regular file'
}

function freeLabel(of: string, labels: Set<string>): string {
  const name = basename(of).replaceAll(/[^A-Za-z0-9._-]/g, '-') || 'import'
  let label = name
  for (let i = 2; labels.has(label); i += 1) label = `${name}-${i}`
  labels.add(label)
  return label
}

async function chooseTarget(root: string, { files }: OpenSnapshot): Promise<string> {
  const used = TARGETS.find((folder) => files.has(`${folder}/MEMORY.md`))
  if (used) return used
  const ignored = new Set(
    await ignoredPaths(
      root,
      TARGETS.map((folder) => `${folder}/MEMORY.md`),
    ),
  )
  const free = TARGETS.find((folder) => !ignored.has(`${folder}/MEMORY.md`))
  if (free) return free
  throw new UserError(
    `git ignores ${TARGETS.join(' and ')}`,
    'Take one of them out of the ignore rules: nothing was written.',
  )
}

/** The texts of the folder that is written to, and what every file of memory says. */
async function presentTexts(
  snapshot: OpenSnapshot,
  target: string,
  documents: readonly string[],
): Promise<{ readonly files: ReadonlyMap<string, string>; readonly known: Map<string, string> }> {
  const own = [...snapshot.files.keys()].filter((path) => folderOf(path) === target)
  const texts = await textsIn(snapshot, [...new Set([...own, ...documents])])
  const files = new Map<string, string>()
  const known = new Map<string, string>()
  for (const [path, text] of texts) {
    const isOwn = folderOf(path) === target
    const name = isOwn ? path.slice(target.length + 1) : path
    if (isOwn) files.set(name, text)
    known.set(contentDigest(text), name)
  }
  // A name is taken also by a file that cannot be read.
  for (const path of own)
    if (!files.has(path.slice(target.length + 1))) files.set(path.slice(target.length + 1), '')
  return { files, known }
}

function newFindings(before: readonly Diagnostic[], after: readonly Diagnostic[]): readonly Diagnostic[] {
  const saying = ({ path, rule, message }: Diagnostic): string => JSON.stringify([path, rule, message])
  const old = new Set(before.map(saying))
  return after.filter((one) => one.severity !== 'info' && !old.has(saying(one)))
}
