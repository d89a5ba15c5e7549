import type { Document, Item, Memory } from '../../src/core/document.ts'
import type { Layout } from '../../src/core/layout.ts'
import type { ItemsOverview } from '../../src/core/memory-overview.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import type { Source } from '../../src/core/source.ts'
import { lineStarts, type Place } from '../../src/core/text.ts'

/** One whole line as a place. */
export function line(number: number): Place {
  return { line: number, column: 1, endLine: number, endColumn: 2 }
}

/** An item with everything that a test does not name. */
export function itemOf(part: Partial<Item> & { readonly key: string }): Item {
  return {
    kind: 'decision',
    title: part.key,
    place: line(1),
    digest: part.key,
    sketch: [],
    fields: {},
    ...part,
  }
}

/** A document with everything that a test does not name. */
export function documentOf(part: Partial<Document> & { readonly path: string }): Document {
  return {
    id: '',
    layout: 'test',
    kind: 'decisions',
    scope: '',
    lines: 10,
    tokens: 0,
    frontMatter: null,
    items: [],
    unread: [],
    links: [],
    dates: [],
    suppressions: [],
    facts: null,
    complete: true,
    findings: [],
    ...part,
  }
}

/** What a memory without items says of them. */
export const NO_ITEMS: ItemsOverview = {
  kinds: [],
  statuses: [],
  first: null,
  last: null,
  living: 0,
  undated: 0,
  oldest: [],
}

/** A memory of some documents. */
export function memoryOf(documents: readonly Document[], part: Partial<Memory> = {}): Memory {
  return {
    layout: 'test',
    files: new Map(),
    documents,
    settings: DEFAULT_SETTINGS,
    histories: {},
    today: '2026-06-01',
    ...part,
  }
}

/** A parsed text without anything parsed from it. */
export function sourceOf(part: Partial<Source> = {}): Source {
  const text = part.text ?? ''
  return {
    path: 'a.md',
    kind: { id: 'note', summary: '', paths: '', format: 'markdown', frontMatter: 'none', history: 'free' },
    scope: '',
    text,
    starts: lineStarts(text),
    frontMatter: null,
    markdown: null,
    data: null,
    problems: [],
    secrets: [],
    tokens: 0,
    settings: DEFAULT_SETTINGS,
    ...part,
  }
}

/** A layout that claims nothing and derives nothing. */
export function layoutOf(part: Partial<Layout> = {}): Layout {
  return {
    id: 'test',
    summary: '',
    kinds: [],
    rules: [],
    settings: { schemas: {} },
    signature: 'file',
    claim: () => null,
    derive: () => ({ plan: new Map(), stale: [], replacesUnreadable: [] }),
    ...part,
  }
}
