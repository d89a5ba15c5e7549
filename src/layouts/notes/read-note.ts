import { type Document, readStated } from '../../core/document.ts'
import { isJsonObject, type Json, textList } from '../../core/json.ts'
import type { Reading, Source } from '../../core/source.ts'
import { fileItems } from '../../formats/file-item.ts'
import { homeOf } from './claim.ts'

type NoteFacts = {
  /** Its words, in lower case: names of files and folders are among them. */
  readonly words: readonly string[]
}

/** The words in the text of a skill or its pages, in lower case. */
export function wordsIn({ facts }: Document): readonly string[] {
  return isJsonObject(facts) ? textList(facts.words) : []
}

/** One file is one item, known by its path in its folder. What has a date is a record of its day. */
export function readNote(source: Source): Reading {
  const name = nameOf(source.path)
  const { date = /\d{4}-\d\d-\d\d/.exec(name)?.[0], created, tags } = source.frontMatter?.fields ?? {}
  const stated = readStated({ date: date ?? created, tags })
  const isOfDay = stated.date !== undefined
  return {
    items: fileItems(source, 'note', name).map((item) => ({
      ...item,
      ...stated,
      ...(isOfDay && { living: false }),
    })),
    ...(isOfDay && { past: true }),
  }
}

/** What an agent loads when it is needed, and which files its text names. */
export function readSkill(source: Source): Reading {
  const words = [...source.text.matchAll(/[\w.-]*\w/g)].map(([word]) => word.toLowerCase())
  const facts: NoteFacts = { words: [...new Set(words)] }
  return { items: fileItems(source, 'skill', nameOf(source.path)), facts: facts as unknown as Json }
}

/** What an agent or a person calls by its name. */
export function readCalled(source: Source): Reading {
  return { items: fileItems(source, source.kind.id, nameOf(source.path)) }
}

/** The names below `skills`, as all tools write them. */
export function readLock({ data }: Source): Reading {
  const value = data?.value ?? null
  const skills = isJsonObject(value) ? (value.skills ?? null) : null
  return { facts: { locked: isJsonObject(skills) ? Object.keys(skills) : [] } }
}

/** The names of installed skills that a file lists; none for another file. */
export function lockedIn({ facts }: Document): readonly string[] {
  return isJsonObject(facts) ? textList(facts.locked) : []
}

function nameOf(path: string): string {
  return path.slice(homeOf(path).length).replace(/^\//, '').replace(/\.md$/i, '')
}
