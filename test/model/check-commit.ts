import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { blobOid } from './blob-store.ts'
import type { CommitForm, Predicted } from './commit-form.ts'
import type { Ended } from './git.ts'
import { hasWords, indexAt, indexFault, indexPath, logAt, type Texts, wordsOf } from './independent-index.ts'
import { withLastIndexes } from './last-indexes.ts'
import { isValidLog } from './log-text.ts'
import { changedPaths, memoryTexts, type Picture, stagedEntry, type Tree } from './picture.ts'
import type { Sandbox } from './sandbox.ts'
import type { World } from './world.ts'

/** One commit, or the attempt at one, and the repository around it. */
export type Attempt = {
  readonly form: CommitForm
  readonly predicted: Predicted
  readonly before: Picture
  readonly after: Picture
  readonly ended: Ended
}

/** How an attempt ended: committed; stopped by the hook; stopped by something else after the hook had passed. */
export type Outcome = 'committed' | 'refused' | 'aborted'

const NOTHING = /nothing to commit|no changes added|nothing added to commit|would make\s+it empty/

/** What is wrong after an attempt to commit; nothing, when the hook keeps its promises. */
export async function checkCommit(
  world: World,
  attempt: Attempt,
): Promise<{ readonly outcome: Outcome; readonly faults: readonly string[] }> {
  const texts = await memoryTexts(attempt.predicted.commit, world.sandbox)
  const { outcome, faults } = judgeOutcome(attempt, isValidMemory(texts))
  const byOutcome = {
    committed: () => afterCommit(world, attempt),
    refused: async () => afterRefusal(attempt),
    aborted: () => afterAbort(world, attempt),
  }
  const all = [
    ...faults,
    ...bytesFaults(attempt),
    ...keptFaults(world, attempt),
    ...leftovers(world.sandbox),
    ...(await byOutcome[outcome]()),
  ]
  return { outcome, faults: all }
}

/** Null where either answer is right: a text of mixed hunks, or a memory index that is no longer YAML. */
function isValidMemory(texts: Texts): boolean | null {
  const all = [...texts].map(([path, text]) =>
    logAt(path) ? isValidLog(text) : wordsOf(text) === null ? null : true,
  )
  return all.includes(false) ? false : all.includes(null) ? null : true
}

function judgeOutcome(
  { form, predicted, before, ended }: Attempt,
  isValid: boolean | null,
): { outcome: Outcome; faults: string[] } {
  if (ended.code === 0) {
    const faults = isValid === false ? ['a commit with an invalid entry was let through'] : []
    return { outcome: 'committed', faults }
  }
  if (NOTHING.test(ended.said)) {
    const isSame = form.amend || otherPaths(predicted.commit, before.head).length === 0
    return { outcome: 'aborted', faults: isSame ? [] : [`git found nothing to commit: ${ended.said}`] }
  }
  if (form.abort && isValid === true) return { outcome: 'aborted', faults: [] }
  if (form.abort && isValid === null) {
    return { outcome: /commit was refused/.test(ended.said) ? 'refused' : 'aborted', faults: [] }
  }
  const faults = isValid === true ? [`a valid commit was refused: ${ended.said}`] : []
  if (ended.code !== 1) faults.push(`git commit ended with ${ended.code}: ${ended.said}`)
  if (!/error/.test(ended.said)) faults.push(`the hook refused and did not say why: ${ended.said}`)
  return { outcome: 'refused', faults }
}

function otherPaths(left: Tree, right: Tree): string[] {
  return changedPaths(left, right).filter((path) => indexAt(path) === null)
}

async function afterCommit(
  { sandbox, written, unstored }: World,
  { form, predicted, before, after, ended }: Attempt,
): Promise<string[]> {
  const stored = [predicted.commit, before.head]
  const committing = await memoryTexts(withLastIndexes(predicted.commit, stored), sandbox)
  const staged = await memoryTexts(withLastIndexes(predicted.index, stored), sandbox)
  return [
    ...otherPaths(after.head, predicted.commit).map((path) => `${path} is committed wrongly`),
    ...otherPaths(after.index, predicted.index).map((path) => `${path} is staged wrongly`),
    ...intendedFaults(after, predicted),
    ...(await treeFaults(sandbox, 'HEAD', { tree: after.head, pre: committing })),
    ...(await treeFaults(sandbox, 'the index', { tree: after.index, pre: staged })),
    ...(form.kind === 'only'
      ? []
      : changedPaths(after.head, after.index).map((path) => `${path} is left staged`)),
    ...workFaults(sandbox, { predicted, before, after, ended }, { written, unstored }),
  ]
}

function intendedFaults(after: Picture, predicted: Predicted): string[] {
  const same = (path: string): boolean => after.intended.has(path) === predicted.intended.has(path)
  const paths = new Set([...after.intended, ...predicted.intended])
  return [...paths]
    .filter((path) => indexAt(path) === null && !same(path))
    .map((path) => `the intent to add ${path} is lost`)
}

/** `pre` are the texts as they would be without the hook: what people wrote there is to be kept. */
async function treeFaults(
  sandbox: Sandbox,
  where: string,
  { tree, pre }: { tree: Tree; pre: Texts },
): Promise<string[]> {
  const texts = await memoryTexts(tree, sandbox)
  const modes = [...tree]
    .filter(([path, entry]) => indexAt(path) !== null && !entry.startsWith('100644'))
    .map(([path]) => `${where}: ${path} has another mode`)
  return [...modes, ...indexFaults(where, { texts, pre }, workspacesOf([...texts.keys(), ...pre.keys()]))]
}

function workspacesOf(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => logAt(path)?.workspace ?? indexAt(path) ?? []))]
}

/** What is wrong with the memory indexes of some workspaces. */
export function indexFaults(
  where: string,
  { texts, pre }: { readonly texts: Texts; readonly pre: Texts },
  workspaces: readonly string[],
): string[] {
  return workspaces.flatMap((workspace) => {
    const fault = indexFault(texts, workspace, pre.get(indexPath(workspace)))
    return fault === null ? [] : [`${where}: ${workspace}: ${fault}`]
  })
}

/** Memory indexes on disk follow what is staged, unless somebody had edited or deleted them there. */
function workFaults(
  sandbox: Sandbox,
  { predicted, before, after, ended }: Omit<Attempt, 'form'>,
  { written, unstored }: { readonly written: World['written']; readonly unstored: World['unstored'] },
): string[] {
  const paths = new Set([...before.work.keys(), ...after.work.keys(), ...after.index.keys()])
  return [...paths].flatMap((path) => {
    if (indexAt(path) === null) return []
    const here = before.work.get(path)
    const was = here && stagedEntry(here, sandbox)
    const known = [predicted.index.get(path), before.head.get(path), before.index.get(path)]
    if (here && !known.includes(was) && written.get(path) === blobOid(here)) return []
    if (!here && predicted.index.has(path)) return after.work.has(path) ? [`${path} is back on disk`] : []
    // Its deletion was committed, and the file was left on disk: a later index in its place is another one.
    if (here && unstored.has(blobOid(here)) && after.work.get(path)?.equals(here)) return []
    // The last commit's text, put back over another staged one: it is no work of a person, and a person may want it.
    if (here && was !== predicted.index.get(path) && known.includes(was)) return []
    // Untracked before and after: where there is no memory left, nothing checks it.
    if (here && !predicted.index.has(path) && !after.index.has(path)) return []
    const now = after.work.get(path)
    // It was not known for memkeep's own work: to leave it and to say so loses nothing.
    if (here && now?.equals(here) && ended.said.includes(`${path} is rebuilt in the commit`)) return []
    const isClean = (now && stagedEntry(now, sandbox)) === after.index.get(path)
    return isClean ? [] : [`${path} on disk is not what is staged`]
  })
}

function afterRefusal({ before, after }: Attempt): string[] {
  return [
    ...changedPaths(before.head, after.head).map((path) => `refused, and ${path} is committed`),
    ...changedPaths(before.index, after.index).map((path) => `refused, and ${path} is staged otherwise`),
    ...changedPaths(before.work, after.work, (a, b) => a.equals(b)).map(
      (path) => `refused, and ${path} is written`,
    ),
  ]
}

async function afterAbort(
  { sandbox }: World,
  { form, predicted, before, after }: Attempt,
): Promise<string[]> {
  const changed = changedPaths(before.index, after.index)
  const staged = await memoryTexts(withLastIndexes(predicted.index, [before.head]), sandbox)
  const pre =
    form.kind === 'plain' ? await treeFaults(sandbox, 'aborted', { tree: after.index, pre: staged }) : []
  return [
    ...changedPaths(before.head, after.head).map((path) => `aborted, and ${path} is committed`),
    ...changed
      .filter((path) => form.kind !== 'plain' || indexAt(path) === null)
      .map((path) => `aborted, and ${path} is staged otherwise`),
    ...pre,
  ]
}

/** Not a byte of any other file changes, however the attempt ends. */
function bytesFaults({ before, after }: Attempt): string[] {
  return changedPaths(before.work, after.work, (a, b) => a.equals(b))
    .filter((path) => indexAt(path) === null)
    .map((path) => `the bytes of ${path} on disk have changed`)
}

/** What somebody wrote into an index on disk, and neither staged nor committed, stays. */
function keptFaults({ sandbox, written, wordless }: World, { predicted, before, after }: Attempt): string[] {
  return [...written].flatMap(([path, oid]) => {
    const here = before.work.get(path)
    if (!here || blobOid(here) !== oid || wordless.has(oid)) return []
    const entry = stagedEntry(here, sandbox)
    const isElsewhere = [predicted.index, predicted.commit, before.head, before.index].some(
      (tree) => tree.get(path) === entry,
    )
    const now = after.work.get(path)
    const isKept = now?.equals(here) === true || (now !== undefined && hasSameWords(now, here))
    return isElsewhere || isKept ? [] : [`the edit of ${path} on disk is lost`]
  })
}

/** Where every word of a person is still there, a rebuild around them has lost nothing. */
function hasSameWords(now: Buffer, here: Buffer): boolean {
  if (!hasWords(here.toString())) return false
  const words = [now, here].map((text) => wordsOf(text.toString()))
  const indexes = words.map(
    (one) => one && JSON.stringify([[...one.tags], [...one.categories], one.comments]),
  )
  return indexes[0] !== null && indexes[0] === indexes[1]
}

const STRAY = /\.lock$|\.tmp$|^next-index/

/** Files that neither git nor the hook may leave behind in git's directories. */
function leftovers({ gitDir, commonDir }: Sandbox): string[] {
  const folders = [gitDir, commonDir, join(gitDir, 'memkeep'), join(gitDir, 'memkeep', 'tmp')]
  const names = [...new Set(folders)]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder))
  return names.filter((name) => STRAY.test(name)).map((name) => `${name} is left in git's directory`)
}
