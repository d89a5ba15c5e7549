import type { Document, Item } from '../../core/document.ts'
import { isJsonObject, type Json, textList } from '../../core/json.ts'
import type { Reading, Source } from '../../core/source.ts'
import { WHOLE_FILE } from '../../core/text.ts'
import { findRelativeLinks } from '../../formats/free-text/relative-links.ts'
import { digest, sketch } from '../../formats/hash.ts'
import { nameOf } from './claim.ts'
import { namesIn, plainName } from './read-index.ts'

/** A topic file is one item, known by its name; what its front matter says is optional. */
export function readTopic({ path, text, markdown, frontMatter }: Source): Reading {
  if (!markdown) return {}
  const { name, description, type, metadata } = frontMatter?.fields ?? {}
  const heading = markdown.headings.find(({ topLevel }) => topLevel)
  const body = text.slice(markdown.start)
  const kind = textOf(type) ?? textOf((metadata as { type?: unknown } | null | undefined)?.type)
  const item: Item = {
    kind: 'topic',
    key: path.toLowerCase(),
    title: textOf(name) ?? heading?.text ?? plainName(nameOf(path)),
    place: heading?.place ?? WHOLE_FILE,
    digest: digest(body),
    sketch: sketch(body),
    fields: { type: kind, description: textOf(description) },
  }
  return { items: [item], facts: { names: namesIn(text, findRelativeLinks(markdown)) } satisfies Json }
}

/** Names of files that a topic mentions, in lower case and without `.md`. */
export function namesOf({ facts }: Document): readonly string[] {
  return isJsonObject(facts) ? textList(facts.names) : []
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}
