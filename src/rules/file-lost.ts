import { type BrokenSections, brokenSections } from '../core/changes/guarded-sections.ts'
import { archivedIn, type LostText, lostTexts } from '../core/changes/lost-text.ts'
import type { Change, Document, Memory } from '../core/document.ts'
import { firstNames, shellWord } from '../core/messages.ts'
import { folderOf } from '../core/path.ts'
import type { ChangeRule, Found } from '../core/rule.ts'
import { WHOLE_FILE } from '../core/text.ts'

/** Text that people curate is in the memory still, or its loss is named. */
export const fileLost: ChangeRule = {
  id: 'file-lost',
  summary: 'A memory file that was there before the change is there still, or its text is in another one.',
  why: 'A rule, a topic, a constitution or a whole memory bank goes with a clean-up, a rename or a merge, and the agent works without it from then on; nothing else shows that. Pruning is right and wanted, so a file that goes, is emptied, is replaced by a link or loses more than half of its text is a warning, and sections that go are named. Where the `history` of its kind is not `free` it is an error, and so is a section that goes or changes: settings can keep the text of AGENTS.md and its like section by section. Files that are read as entries or records are guarded item by item (`item-lost`, `history`), and files of one session may go. Text that moved to another memory file, into an entry or to a folder `archive` is not lost.',
  howToFix:
    'Where it was meant, nothing has to be done about a warning. Else `git restore --source=HEAD --staged --worktree -- :/FILE` brings the file back, and `git show HEAD:FILE` shows it. Where it is an error: put the text into another memory file, or move the file as it is to a folder `archive` anywhere in the repository. `rules: { file-lost: info }` in the `memkeep.yaml` of the base lowers the rule.',
  severity: 'warning',
  severities: ['error', 'warning', 'info'],
  ofForeign: true,
  fixable: false,
  example: {
    bad: '# before: memory-bank/techContext.md\n# Tech\n\nThe queue runs in Postgres.\n\n# after\n(no such file)\n',
    good: '# after: memory-bank/archive/techContext.md\n# Tech\n\nThe queue runs in Postgres.\n',
  },
  subject: 'change',
  noted: true,
  check: (change, report) => {
    const broken = brokenSections(change)
    for (const one of broken) report(one.document.path, guardedText(one, change))
    const isSaid = new Set(broken.map(({ document }) => document.path))
    const lost = lostTexts(change).filter(({ document }) => !isSaid.has(document.path))
    for (const one of lost) if (one.what !== 'gone') report(one.document.path, remains(one, change))
    const gone = lost.filter(({ what }) => what === 'gone').map(({ document }) => document)
    if (gone.length === 0) return
    const isArchived = archivedIn(change.after)
    for (const { path, documents } of byFolder(
      gone.filter((one) => !isArchived(one)),
      change,
    ))
      report(path, goneFiles(path, documents, change))
  },
}

/** A text of a kind for which settings promise that its sections stay. */
function guardedText(
  { document, mode, gone, changed, misplaced, isEmptied }: BrokenSections,
  { before }: Change,
): Found {
  const { path, kind } = document
  const parts = [
    [gone, 'gone'],
    [changed, 'changed'],
    [misplaced, 'above older text'],
  ] as const
  const shown = (headings: readonly string[]): string =>
    named(headings.map((one) => one || 'the text on top'))
  const said = isEmptied
    ? [`The file lost all of its text${gone.join('') === '' ? '' : `: ${shown(gone)}`}`]
    : parts.flatMap(([headings, what]) =>
        headings.length === 0 ? [] : [`${sectionCount(headings.length)} ${what}: ${shown(headings)}`],
      )
  const where = `\`git show ${shellWord(`${before.revision ?? 'HEAD'}:${path}`)}\` shows it as it was`
  const ways =
    gone.length + changed.length === 0
      ? 'Move it to the end of the file'
      : `Put it back, and write what replaces it into a new section${mode === 'append-only' ? ' at the end' : ''}: ${where}`
  return {
    place: WHOLE_FILE,
    severity: 'error',
    message: `${said.join('; ')}, but the history of ${kind} is ${mode}`,
    help: `${ways}. A section may move as it is to another memory file; \`history: { ${kind}: { mode: free } }\` in the memkeep.yaml of the base allows every change.`,
  }
}

function sectionCount(count: number): string {
  return count === 1 ? '1 section is' : `${count} sections are`
}

function remains({ document, what, headings }: LostText, { before, after }: Change): Found {
  const shown = named(headings)
  const where = `\`git show ${shellWord(`${before.revision ?? 'HEAD'}:${document.path}`)}\` shows the text`
  if (what === 'sections') {
    const message = `${sectionCount(headings.length)} gone: ${shown}`
    return {
      place: WHOLE_FILE,
      severity: 'info',
      message,
      help: `Put it back if that was not meant: ${where}.`,
    }
  }
  const how = what === 'emptied' ? 'all of its text' : 'more than half of its text'
  return {
    place: WHOLE_FILE,
    ...severityOf([document], after),
    message: `The file lost ${how}, and no other memory file has it${shown === '' ? '' : `: ${shown}`}`,
    help: `Put it back if that was not meant: ${where}.${waysOut([document], after)}`,
  }
}

/** At most this many names are shown. */
const NAMED = 5

function named(names: readonly string[]): string {
  return firstNames(
    names.map((name) => `\`${name}\``),
    NAMED,
  )
}

function goneFiles(path: string, documents: readonly Document[], { before, after }: Change): Found {
  const restore = `git restore --source=${before.revision ?? 'HEAD'} --staged --worktree -- ${shellWord(`:/${path}`)}`
  const isOne = documents.length === 1 && documents[0]?.path === path
  const [first] = documents
  const out =
    isOne && first ? [...after.files.values()].find(({ id }) => id !== null && id === first.id) : null
  if (out) {
    return {
      place: WHOLE_FILE,
      ...severityOf(documents, after),
      message: `The file went to \`${out.path}\`, which is no place of memory: what reads the memory does not find it there`,
      help: `Leave it there if that is meant, and look at what names it.${waysOut(documents, after)}`,
    }
  }
  const message = isOne
    ? `The file is ${after.files.get(path)?.mode === 'link' ? 'a link now' : 'gone from the memory'}, and no other memory file has its text`
    : `${documents.length} files of memory are gone, and no other memory file has their text: ${named(documents.map((one) => one.path.slice(path.length + 1)))}`
  const help = `Restore ${isOne ? 'it' : 'them'} if that was not meant: \`${restore}\`.${waysOut(documents, after)}`
  return { place: WHOLE_FILE, ...severityOf(documents, after), message, help }
}

/** An error where a kind promises that nothing goes. */
function severityOf(documents: readonly Document[], after: Memory): { readonly severity?: 'error' } {
  return guarded(documents, after) ? { severity: 'error' } : {}
}

function guarded(documents: readonly Document[], { histories }: Memory): string | null {
  const modes = documents.map(({ kind }) => histories[kind]?.mode ?? 'free')
  return modes.find((mode) => mode !== 'free') ?? null
}

function waysOut(documents: readonly Document[], after: Memory): string {
  const mode = guarded(documents, after)
  if (!mode) return ''
  return ` Its history is ${mode}: what is over goes to another memory file, or with its file to a folder \`archive\`.`
}

/** More files than these of one folder are one finding. */
const FEW = 3

/** Files by what is reported: a folder that is gone, one that lost many files, or the file. */
function byFolder(
  gone: readonly Document[],
  { after, around = after.documents }: Change,
): readonly { readonly path: string; readonly documents: readonly Document[] }[] {
  const living = new Set(around.flatMap(({ path }) => foldersAbove(path)))
  const groups = new Map<string, Document[]>()
  for (const document of gone) {
    const top = foldersAbove(document.path).findLast((folder) => !living.has(folder))
    const path = top ?? folderOf(document.path)
    groups.set(path, [...(groups.get(path) ?? []), document])
  }
  return [...groups].flatMap(([path, documents]) => {
    const isFolder = path !== '' && documents.length > (living.has(path) ? FEW : 1)
    return isFolder ? [{ path, documents }] : documents.map((one) => ({ path: one.path, documents: [one] }))
  })
}

/** From the nearest to the outermost. */
function foldersAbove(path: string): readonly string[] {
  const folder = folderOf(path)
  return folder === '' ? [] : [folder, ...foldersAbove(folder)]
}
