import { describe, expect, test } from 'vitest'
import type { Document, Memory } from '../../src/core/document.ts'
import type { Layout } from '../../src/core/layout.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import type { Kind } from '../../src/core/source.ts'
import { WHOLE_FILE } from '../../src/core/text.ts'
import { checkMemory } from '../../src/engine/check-memory.ts'
import { planDerivedFiles, planRebuild } from '../../src/engine/derived-files.ts'
import { factsInMemory } from '../../src/engine/documents/facts.ts'
import { rules } from '../../src/rules/index.ts'
import { layoutOf } from '../core/literal-parts.ts'
import { type Files, questions, storedSnapshot } from '../helpers/check-literal.ts'

const kind = { frontMatter: 'none', history: 'free', format: 'text', summary: '', paths: '' } as const
const note: Kind = { ...kind, id: 'note', read: ({ text }) => ({ facts: text }) }
const index: Kind = { ...kind, id: 'index', read: ({ text }) => ({ facts: text }) }

/** Notes in folders, each with an index: how many notes there are, and behind a dash words that a person wrote. */
const notes: Layout = layoutOf({
  id: 'notes',
  kinds: [note, index],
  roots: () => [{ path: 'notes' }],
  claim: (path) => {
    const match = /^notes\/(\w+)\/(\w+)\.txt$/.exec(path)
    return match ? { kind: match[2] === 'index' ? 'index' : 'note', scope: match[1] ?? '' } : null
  },
  derive: (memory) => {
    const scopes = new Set(ofKind(memory.documents, 'note').map(({ scope }) => scope))
    const made = [...scopes].map((scope) => [`notes/${scope}/index.txt`, indexText(memory, scope)] as const)
    const stale = made.filter(([path, text]) => factsAt(memory.documents, path) !== text)
    return {
      plan: new Map(stale.map(([path, text]) => [path, { kind: 'text', text }])),
      stale: stale.map(([path]) => ({
        path,
        found: { place: WHOLE_FILE, message: 'Unexpected index', help: 'Rebuild it.', fixable: true },
      })),
      replacesUnreadable: [],
    }
  },
})

function indexText({ documents, lost = [] }: Memory, scope: string): string {
  const path = `notes/${scope}/index.txt`
  const count = ofKind(documents, 'note').filter((one) => one.scope === scope).length
  const old = factsAt(documents, path) ?? factsAt(lost, path) ?? ''
  return `${count} -${old.split('-')[1] ?? ''}`
}

function ofKind(documents: readonly Document[], wanted: string): readonly Document[] {
  return documents.filter(({ kind: id }) => id === wanted)
}

function factsAt(documents: readonly Document[], wanted: string): string | undefined {
  const facts = documents.find(({ path }) => path === wanted)?.facts
  return typeof facts === 'string' ? facts : undefined
}

const context = { layouts: [notes], rules, settings: DEFAULT_SETTINGS, today: '2026-06-01' }

const load = (stored?: readonly Files[]) => ({
  ...context,
  facts: factsInMemory(),
  ...(stored && {
    ask: questions({ stored: async () => stored.map((files) => storedSnapshot(files)) }),
  }),
})

async function sideOf(files: Files) {
  const snapshot = storedSnapshot(files)
  const view = { ...load(), after: snapshot, before: null, merge: null }
  return { snapshot, memories: (await checkMemory(view)).memories }
}

/** What a rebuild writes, by path; `stored` is what git still has, newest first. */
async function rebuilt(files: Files, stored?: readonly Files[]): Promise<Files> {
  return textsOf(await planDerivedFiles(await sideOf(files), load(stored)))
}

function textsOf(plan: Awaited<ReturnType<typeof planDerivedFiles>>): Files {
  return Object.fromEntries(
    [...plan].map(([path, file]) => [path, file.kind === 'text' ? file.text : file.kind]),
  )
}

const ONE: Files = { 'notes/a/1.txt': 'one' }
const FRESH: Files = { ...ONE, 'notes/a/index.txt': '1 - words' }

describe('a rebuild', () => {
  test('writes what is stale, and nothing on its own result', async () => {
    const grown = { ...FRESH, 'notes/a/2.txt': 'two' }
    expect(await rebuilt(FRESH)).toEqual({})
    expect(await rebuilt(grown)).toEqual({ 'notes/a/index.txt': '2 - words' })
    expect(await rebuilt({ ...grown, 'notes/a/index.txt': '2 - words' })).toEqual({})
  })

  test('gives a file that is gone the words that git last had, the newest first', async () => {
    expect(await rebuilt(ONE, [ONE, { ...ONE, 'notes/a/index.txt': '9 - newer' }, FRESH])).toEqual({
      'notes/a/index.txt': '1 - newer',
    })
    expect(await rebuilt(ONE, [ONE])).toEqual({ 'notes/a/index.txt': '1 -' })
    expect(await rebuilt(ONE)).toEqual({ 'notes/a/index.txt': '1 -' })
  })

  test('finds these words under the old name of a folder', async () => {
    expect(await rebuilt({ 'notes/b/1.txt': 'one' }, [FRESH])).toEqual({ 'notes/b/index.txt': '1 - words' })
    // Another folder has the words: they are not taken from it.
    expect(await rebuilt({ ...FRESH, 'notes/b/1.txt': 'one' }, [FRESH])).toEqual({
      'notes/b/index.txt': '1 -',
    })
    expect(await rebuilt({ 'notes/b/1.txt': 'other' }, [FRESH])).toEqual({ 'notes/b/index.txt': '1 -' })
  })

  test('does not ask git where no file is gone', async () => {
    const grown = await sideOf({ ...FRESH, 'notes/a/2.txt': 'two' })
    const stored = () => Promise.reject(new Error('git is asked'))
    expect((await planDerivedFiles(grown, { ...load(), ask: questions({ stored }) })).size).toBe(1)
  })
})

test('after a change, only what it makes stale is rebuilt', async () => {
  const before = { ...FRESH, 'notes/b/1.txt': 'one', 'notes/b/index.txt': 'stale' }
  const after = { ...before, 'notes/a/2.txt': 'two' }
  const plan = async (from: Files, to: Files): Promise<Files> =>
    textsOf(await planRebuild(await sideOf(from), await sideOf(to), load()))
  expect(await plan(before, after)).toEqual({ 'notes/a/index.txt': '2 - words' })
  expect(await plan(before, before)).toEqual({})
  expect(await plan(before, { ...after, 'notes/b/2.txt': 'two' })).toEqual({
    'notes/a/index.txt': '2 - words',
    'notes/b/index.txt': '2 -',
  })
})

test('a stale file is one finding, which a fix takes away', async () => {
  const after = storedSnapshot({ ...FRESH, 'notes/a/index.txt': '7 - words' })
  const { diagnostics } = await checkMemory({ ...load(), after, before: null, merge: null })
  expect(diagnostics.map(({ path, rule, fixable }) => [path, rule, fixable])).toEqual([
    ['notes/a/index.txt', 'derived-fresh', true],
  ])
})
