import type { Document } from '../../core/document.ts'
import { isJsonObject } from '../../core/json.ts'
import { folderOf } from '../../core/path.ts'
import type { FrontMatter, Markdown, Reading, Source } from '../../core/source.ts'
import { saysAdr } from './claim.ts'
import { factsOf, type RecordFacts } from './facts.ts'

/** The label that means a heading of level 1. */
const TITLE = '#'

const MOST_LABELS = 40

/** `**Context:**`, `- **Decision**: …`, `| **Owner** |`. */
const BOLD_LABEL =
  /^[ \t>]*(?:[-*+][ \t]+)?(?:\|[ \t]*)?\*\*([^*\r\n:|：]{2,40}?)(?:[:：]\*\*|\*\*[ \t]*[:：|])/gm

/** The headings and labels of a text, and the keys of its front matter, as other records of its shape write them. */
export function labelsOf(
  text: string,
  { start, headings }: Markdown,
  frontMatter: FrontMatter | null,
): readonly string[] {
  const own = headings.filter(({ topLevel }) => topLevel)
  const labels = [
    ...(own.some(({ depth }) => depth === 1) ? [TITLE] : []),
    ...own.flatMap(({ depth, text: one }) => (depth > 1 ? [plainLabel(one)] : [])),
    ...[...text.slice(start).matchAll(BOLD_LABEL)].map(([, label = '']) => plainLabel(label)),
    ...Object.keys(frontMatter?.fields ?? {}).map((key) => `${plainLabel(key)}:`),
  ]
  return [...new Set(labels.filter((one) => one !== ''))].slice(0, MOST_LABELS)
}

/** Without a number in front, marks, and what follows a colon or a dash. */
function plainLabel(text: string): string {
  const [, label = ''] = /^[^\p{L}]*([^:：(—–]*)/u.exec(text.toLowerCase()) ?? []
  return label.replaceAll(/[*_`]/g, '').trim().slice(0, 40)
}

/** A status, or the sections that tools write, show that a file is a record. */
export function isRecord(_: Source, { facts }: Reading): boolean {
  return isJsonObject(facts) && isSure(facts as unknown as RecordFacts)
}

/** True for a record that needs no other one next to it to be seen as such. */
export function isSure({ status, labels }: RecordFacts): boolean {
  return status !== null || labels.filter((label) => SECTION.test(label)).length > 1
}

const SECTION =
  /^(?:context|decision|consequences|considered options|kontext|entscheidung|konsequenzen|contexte|décision|contexto|decisión|decisão|contesto|decisione|контекст|решение|背景|决策|決定|배경|맥락|결정)/

/** True where two records of one folder have one shape: the headings and labels that most of the folder has. */
export function haveOneShape(documents: readonly Document[]): boolean {
  const folders = new Map<string, Document[]>()
  for (const document of documents) {
    const folder = folderOf(document.path)
    folders.set(folder, [...(folders.get(folder) ?? []), document])
  }
  return [...folders.values()].some(isShapely)
}

function isShapely(documents: readonly Document[]): boolean {
  const all = documents.map((document) => factsOf(document)?.labels ?? [])
  const count = new Map<string, number>()
  for (const label of all.flat()) count.set(label, (count.get(label) ?? 0) + 1)
  const isShared = (label: string): boolean => (count.get(label) ?? 0) * 2 > all.length
  const alike = documents.filter(({ path }, i) => {
    const shared = all[i]?.filter(isShared).length ?? 0
    return shared >= (saysAdr(path) ? 1 : 2)
  })
  return alike.length > 1
}
