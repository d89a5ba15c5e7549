import { describe, expect, test } from 'vitest'
import type { Layout } from '../../src/core/layout.ts'
import { factsInMemory } from '../../src/engine/documents/facts.ts'
import { findLayoutsOn, hasMemory } from '../../src/engine/layouts-on.ts'
import { readSettings } from '../../src/engine/settings/settings-file.ts'
import { layouts } from '../../src/layouts/index.ts'
import { rules } from '../../src/rules/index.ts'
import { type Files, storedSnapshot } from '../helpers/check-literal.ts'

const OVERVIEW = 'resources/workspaces/shop/OVERVIEW.md'

const SIGNED: Files = { [OVERVIEW]: '---\nname: Shop\ndescription: Storefront.\n---\n\n# Shop\n' }
/** At a place of the layout, and nothing in it shows that it is. */
const UNSIGNED: Files = { 'resources/workspaces/shop/web/_features/checkout.md': 'Text.\n' }

const NONE: readonly Layout[] = []

type Given = { readonly before?: Files; readonly settings?: string; readonly others?: readonly Files[] }

function view(after: Files, { before, settings = '', others }: Given) {
  const all: readonly Layout[] = layouts.filter(({ id }) => id === 'workspace' || id === 'adr')
  return {
    layouts: all,
    unsigned: NONE,
    rules,
    today: '2026-06-01',
    settings: readSettings(settings, 'memkeep.yaml', { layouts, rules }),
    facts: factsInMemory(),
    after: storedSnapshot(after),
    before: before ? storedSnapshot(before) : null,
    merge: others ? { others: others.map(storedSnapshot), bases: [] } : null,
  }
}

/** Layouts that are on, and behind a dash those that are only named. */
async function found(after: Files, given: Given = {}): Promise<string> {
  const { layouts: on, unsigned } = await findLayoutsOn(view(after, given))
  const ids = (some: readonly Layout[]): string => some.map(({ id }) => id).join(' ')
  return `${ids(on)} - ${ids(unsigned)}`
}

describe('a layout is on', () => {
  test('where a file has its signature, and not where files only lie at its places', async () => {
    expect(await found(SIGNED)).toBe('workspace - adr')
    expect(await found(UNSIGNED)).toBe(' - adr workspace')
    expect(await found({})).toBe(' - adr workspace')
  })

  test('where the side before, or another parent of a merge, has one', async () => {
    expect(await found(UNSIGNED, { before: SIGNED })).toBe('workspace - adr')
    expect(await found(UNSIGNED, { before: UNSIGNED, others: [SIGNED] })).toBe('workspace - adr')
    expect(await found(UNSIGNED, { before: UNSIGNED, others: [UNSIGNED] })).toBe(' - adr workspace')
  })

  test('where settings say so', async () => {
    expect(await found({}, { settings: 'layouts:\n  workspace: on\n' })).toBe('workspace - adr')
  })
})

test('there is memory where a layout that is on has a file', async () => {
  expect(await hasMemory(view(SIGNED, {}))).toBe(true)
  expect(await hasMemory(view(UNSIGNED, {}))).toBe(false)
  expect(await hasMemory(view({}, { before: SIGNED }))).toBe(true)
  expect(await hasMemory(view({}, { settings: 'layouts:\n  workspace: on\n' }))).toBe(false)
})

test('a layout that the change leaves alone is on, and nothing is read', async () => {
  const given = view(UNSIGNED, {})
  const after = { ...given.after, read: () => Promise.reject(new Error('nothing is read')) }
  const { layouts: on } = await findLayoutsOn({ ...given, after, focus: () => null })
  expect(on.map(({ id }) => id)).toEqual(['adr', 'workspace'])
})

describe('records that say nothing of a status turn their layout on together', () => {
  const PROSE: Files = { 'docs/adr/0001-a-queue.md': '# A queue\n\nJobs are rows of a table.\n' }
  const MORE: Files = { 'docs/adr/0002-one-lockfile.md': '# One lockfile\n\nTwo disagreed.\n' }

  test('two of a folder, and not one', async () => {
    expect(await found({ ...PROSE, ...MORE })).toBe('adr - workspace')
    expect(await found(PROSE)).toBe(' - adr workspace')
    expect(await found({ ...PROSE, 'web/adr/0002-one-lockfile.md': '# One lockfile\n' })).toBe(
      ' - adr workspace',
    )
  })

  test('two of one side, whatever the other has', async () => {
    const edited = { 'docs/adr/0001-a-queue.md': '# A queue\n\nJobs are rows.\n' }
    expect(await found(PROSE, { before: { ...PROSE, ...MORE } })).toBe('adr - workspace')
    expect(await found({ ...edited, ...MORE }, { before: PROSE })).toBe('adr - workspace')
    expect(await found(edited, { before: PROSE })).toBe(' - adr workspace')
    expect(await found(MORE, { before: PROSE })).toBe(' - adr workspace')
  })

  test('by a label that both have where only the folder says that they decide something', async () => {
    const chapter = (title: string, section: string): string => `# ${title}\n\n## ${section}\n\nText.\n`
    const files = (one: string, two: string): Files => ({
      'decisions/1-if.md': chapter('If', one),
      'decisions/2-switch.md': chapter('Switch', two),
    })
    expect(await found(files('Conditions', 'Cases'))).toBe(' - adr workspace')
    expect(await found(files('1. Why', 'Why (short)'))).toBe('adr - workspace')
    expect(
      await found({
        'decisions/D-01-if.md': '# D-01\n\nText.\n',
        'decisions/D-02-switch.md': '# D-02\n\nText.\n',
      }),
    ).toBe('adr - workspace')
  })

  test('and not empty files', async () => {
    expect(await found({ 'docs/adr/0001-a.md': '', 'docs/adr/0002-b.md': '' })).toBe(' - adr workspace')
  })
})
