import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Item } from '../../src/core/document.ts'
import type { JsonObject } from '../../src/core/json.ts'
import type { Layout } from '../../src/core/layout.ts'
import type { Operation } from '../../src/core/operation.ts'
import { atomic } from '../../src/layouts/atomic/layout.ts'
import { writeDecision } from '../../src/layouts/atomic/operations/write-decision.ts'
import { cowork } from '../../src/layouts/cowork/layout.ts'
import { addDecision } from '../../src/layouts/cowork/operations/add-decision.ts'
import { addPattern } from '../../src/layouts/cowork/operations/add-pattern.ts'
import { endSession } from '../../src/layouts/cowork/operations/end-session.ts'
import { promoteToProjectMemory } from '../../src/layouts/cowork/operations/promote-to-project-memory.ts'
import { saveSessionMemory } from '../../src/layouts/cowork/operations/save-session-memory.ts'
import { setContext } from '../../src/layouts/cowork/operations/set-context.ts'
import { startSession } from '../../src/layouts/cowork/operations/start-session.ts'
import { workingMemory } from '../../src/layouts/working-memory/layout.ts'
import { applyTaskUpdate } from '../../src/layouts/working-memory/operations/apply-task-update.ts'
import { startTask } from '../../src/layouts/working-memory/operations/start-task.ts'
import { runMergeDriver } from '../../src/merge/merge-driver.ts'
import { askOperation } from '../helpers/ask-operation.ts'
import { checkLiteral, type Files, indexLiteral } from '../helpers/check-literal.ts'
import { LONG } from '../helpers/runs.ts'
import { tempFolder } from '../helpers/temp-repo.ts'

const RUNS = LONG || process.env.MEMKEEP_TESTS === 'rare' ? 500 : 15

type Texts = { readonly [path: string]: string }
type Step = { readonly operation: Operation; readonly args: JsonObject }

/** The memory after one operation; one that is refused changes nothing. */
async function after(
  files: Texts,
  { operation, args }: Step,
  call: { layout: Layout; now: string },
): Promise<Texts> {
  const answer = await askOperation(operation, { files, args, ...call, stale: true })
  if (!('plan' in answer) || !answer.plan) return files
  const next: Record<string, string> = { ...files }
  for (const [path, planned] of answer.plan) {
    if (planned.kind === 'text') next[path] = planned.text
    else delete next[path]
  }
  return next
}

/** A side of a merge: what its steps make, a second apart. */
async function side(
  base: Texts,
  steps: readonly Step[],
  { layout, from }: { readonly layout: Layout; readonly from: number },
): Promise<Texts> {
  let files = base
  for (const [i, step] of steps.entries()) {
    files = await after(files, step, { layout, now: new Date(from + i * 1000).toISOString() })
  }
  return (await indexLiteral(files)) as Texts
}

const START = Date.parse('2026-02-08T09:00:00.000Z')

type Merged = { readonly files: Texts; readonly conflicts: readonly string[] }

/** Merges as git does: the driver joins what both sides have changed. */
async function mergedFiles(base: Texts, ours: Texts, theirs: Texts): Promise<Merged> {
  const cwd = tempFolder()
  const files: Record<string, string> = {}
  const conflicts: string[] = []
  for (const path of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const [b, o, t] = [base[path], ours[path], theirs[path]]
    if (o === t || t === b) {
      if (o !== undefined) files[path] = o
    } else if (o === b) {
      if (t !== undefined) files[path] = t
    } else if (o === undefined || t === undefined) {
      conflicts.push(path)
      files[path] = o ?? t ?? ''
    } else {
      mkdirSync(cwd, { recursive: true })
      for (const [name, text] of Object.entries({ base: b ?? '', ours: o, theirs: t }))
        writeFileSync(join(cwd, name), text)
      const names = { base: 'base', ours: 'ours', theirs: 'theirs' }
      const answer = await runMergeDriver({ cwd, files: names, path, markSize: 7, env: {} })
      for (const note of answer.notes) expect(note).not.toMatch(/not merged/)
      if (answer.code === 1) conflicts.push(path)
      files[path] = readFileSync(join(cwd, 'ours'), 'utf8')
    }
  }
  return { files, conflicts }
}

/** What each remembered thing says, without its number. */
async function wordsIn(files: Files, kinds: readonly string[]): Promise<string[]> {
  const { documents } = await checkLiteral(files)
  const items = documents
    .filter(({ kind }) => kinds.includes(kind))
    .flatMap((one): readonly Item[] => one.items)
  return items.map(({ kind, title, digest }) => `${kind} ${title} ${digest}`).sort()
}

type Merging = {
  readonly base: Texts
  readonly ours: Texts
  readonly theirs: Texts
  readonly kinds: readonly string[]
}

/** Nothing is lost or double, no side's error is new, and the files conflict only where they may. */
async function expectSound({ base, ours, theirs, kinds }: Merging, mayConflict: boolean): Promise<Texts> {
  const { files, conflicts } = await mergedFiles(base, ours, theirs)
  if (conflicts.length > 0) {
    expect({ mayConflict, conflicts }).toEqual({ mayConflict: true, conflicts })
    return files
  }
  const all = (await indexLiteral(files)) as Texts
  const [b, o, t] = [await wordsIn(base, kinds), await wordsIn(ours, kinds), await wordsIn(theirs, kinds)]
  const union = new Set([...b, ...o, ...t])
  expect(await wordsIn(all, kinds)).toEqual([...union].sort())
  const { diagnostics } = await checkLiteral(all, {
    before: ours,
    merge: { others: [theirs], bases: [{ between: [0, 1], files: base }] },
  })
  expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([])
  return all
}

const numbers = fc.array(fc.nat({ max: 9_999 }), { minLength: 1, maxLength: 4 })
const options = { numRuns: RUNS }

describe('two branches', () => {
  test('of cowork sessions keep both, and the newer is current', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        numbers,
        numbers,
        fc.boolean(),
        fc.integer({ min: -5, max: 5 }),
        async (one, other, ends, shift) => {
          const layout = cowork
          const base = await side({}, [{ operation: startSession, args: { session: 'first' } }], {
            layout,
            from: START,
          })
          const steps = (name: string, list: readonly number[]): readonly Step[] => [
            ...(ends ? [{ operation: endSession, args: { session: 'first', keep: true } } as Step] : []),
            { operation: startSession, args: { session: name, force: true } },
            ...list.map(
              (n): Step => ({
                operation: saveSessionMemory as Operation,
                args: {
                  memory_type: (['insight', 'issue', 'learning'] as const)[n % 3] ?? 'insight',
                  content: `${name} ${n}`,
                },
              }),
            ),
          ]
          const from = START + 60_000
          const ours = await side(base, steps('ours', one), { layout, from })
          const theirs = await side(base, ends ? steps('theirs', other).slice(1) : steps('theirs', other), {
            layout,
            from: from + shift * 1000,
          })
          const files = await expectSound({ base, ours, theirs, kinds: ['iteration-memory'] }, false)
          const sessions = JSON.parse(files['.cowork/session.json'] ?? '') as {
            current_session: string
            sessions: { id: string; started_at: string }[]
          }
          expect(sessions.sessions.map(({ id }) => id)).toEqual(['first', 'ours', 'theirs'])
          const startOf = (id: string): string =>
            sessions.sessions.find((row) => row.id === id)?.started_at ?? ''
          const other_ = sessions.current_session === 'ours' ? 'theirs' : 'ours'
          expect(startOf(sessions.current_session) >= startOf(other_)).toBe(true)
        },
      ),
      options,
    )
  })

  test('of cowork rows and items of one session keep all of them', { timeout: 300_000 }, async () => {
    const stepOf = (who: string, n: number): Step => {
      const name = `${who} ${n}`
      if (n % 4 === 0)
        return { operation: addDecision, args: { title: name, context: 'c', decision: `We do ${name}` } }
      if (n % 4 === 1)
        return { operation: addPattern, args: { name, description: `It is ${name}`, usage: ['u'] } }
      if (n % 4 === 2) return { operation: setContext, args: { tech_stack: [`lib-${name}`] } }
      return { operation: saveSessionMemory, args: { memory_type: 'learning', content: `learnt ${name}` } }
    }
    await fc.assert(
      fc.asyncProperty(numbers, numbers, fc.integer({ min: 0, max: 3 }), async (one, other, shift) => {
        const layout = cowork
        const steps: readonly Step[] = [
          { operation: startSession, args: { session: 's' } },
          { operation: saveSessionMemory, args: { memory_type: 'insight', content: 'shared' } },
          { operation: setContext, args: { tech_stack: ['first'] } },
        ]
        const base = await side({}, steps, { layout, from: START })
        const item = /ins-s-\d+/.exec(base['.cowork/memory/iterations/s.json'] ?? '')?.[0] ?? ''
        const promote = {
          operation: promoteToProjectMemory as Operation,
          args: { memory_id: item, reason: 'r' },
        }
        const from = START + 60_000
        const ours = await side(base, [...one.map((n) => stepOf('ours', n)), promote], { layout, from })
        // Of the same instants: ids clash.
        const theirs = await side(base, [...other.map((n) => stepOf('theirs', n)), promote], {
          layout,
          from: from + shift * 1000,
        })
        await expectSound({ base, ours, theirs, kinds: ['project-memory', 'iteration-memory'] }, false)
      }),
      options,
    )
  })

  test('of atomic decisions keep all, and a third joins what both replaced', {
    timeout: 300_000,
  }, async () => {
    const layout = atomic
    const write = (title: string, more: JsonObject = {}): Step => ({
      operation: writeDecision as Operation,
      args: { title, content: `We do ${title}.`, ...more },
    })
    const idsOf = async (files: Texts): Promise<ReadonlyMap<string, string>> => {
      const { documents } = await checkLiteral(files)
      return new Map(
        documents.flatMap(({ items }) => items.map(({ title, id = '' }) => [title, id] as const)),
      )
    }
    await fc.assert(
      fc.asyncProperty(numbers, numbers, fc.integer({ min: 0, max: 3 }), async (one, other, shift) => {
        const base = await side(
          {},
          [0, 1, 2].map((n) => write(`Base ${n}`)),
          { layout, from: START },
        )
        const ids = await idsOf(base)
        const steps = (who: string, list: readonly number[]): readonly Step[] =>
          list.map((n) => {
            const replaced = ids.get(`Base ${n % 4}`)
            if (n % 7 === 0) return write(`Both ${n % 3}`, { content: `${who} would have it so.` })
            return write(`${who} ${n}`, replaced === undefined ? {} : { supersedes: replaced })
          })
        // Ids have the day in them, and chance in real use.
        const day = 86_400_000
        const ours = await side(base, steps('Ours', one), { layout, from: START + day })
        const theirs = await side(base, steps('Theirs', other), { layout, from: START + (2 + shift) * day })
        const { files, conflicts } = await mergedFiles(base, ours, theirs)
        expect(conflicts).toEqual([])
        const kinds = ['decision']
        const [o, t] = [await wordsIn(ours, kinds), await wordsIn(theirs, kinds)]
        expect(await wordsIn(files, kinds)).toEqual([...new Set([...o, ...t])].sort())
        const joined = await side(files, await joins(files), { layout, from: START + 9 * day })
        const { diagnostics } = await checkLiteral(joined, { before: base })
        expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
      }),
      options,
    )

    /** A decision over the heads of each one that several replace. */
    async function joins(files: Texts): Promise<readonly Step[]> {
      const { documents } = await checkLiteral(files)
      const heads = new Map<string, string[]>()
      for (const { items } of documents) {
        for (const { id = '', fields } of items) {
          const replaced = fields.supersedes
          if (typeof replaced === 'string') heads.set(replaced, [...(heads.get(replaced) ?? []), id])
        }
      }
      return [...heads].flatMap(([replaced, ids]) =>
        ids.length > 1 ? [write(`Join ${replaced}`, { supersedes: ids.join(',') })] : [],
      )
    }
  })

  test('of updates of one task keep every entry under a number of its own', {
    timeout: 300_000,
  }, async () => {
    const updateOf = (who: string, n: number): string => {
      if (n % 4 === 0)
        return `CURRENT_PROGRESS:\n  Completed:\n    - ${who} ${n}\n  In Progress:\n    - ${who} goes on\n    - shared\n`
      if (n % 4 === 1) return `KEY_LEARNINGS:\n  ARCHIVE:\n    - KL-${1 + (n % 3)} because ${who} ${n}\n`
      // Of one instant, the same snippet with another reason would be one item that both sides edit.
      if (n % 4 === 2)
        return `VERBATIM_CONTEXT:\n  ADD:\n    - because ${who} ${n}: label ${n} =>\n      line ${n} of ${who}\n`
      return `KEY_LEARNINGS:\n  ADD:\n    - because ${who} needs it: ${who} learnt ${n}\n`
    }
    await fc.assert(
      fc.asyncProperty(numbers, numbers, fc.integer({ min: 0, max: 3 }), async (one, other, shift) => {
        const layout = workingMemory
        const apply = (update: string): Step => ({ operation: applyTaskUpdate, args: { task: 't', update } })
        const base = await side(
          {},
          [
            { operation: startTask, args: { task: 't' } },
            apply('CURRENT_PROGRESS:\n  In Progress:\n    - shared\n'),
            ...[1, 2, 3].map((n) => apply(`KEY_LEARNINGS:\n  ADD:\n    - because x: base ${n}\n`)),
          ],
          { layout, from: START },
        )
        const from = START + 60_000
        const ours = await side(
          base,
          one.map((n) => apply(updateOf('ours', n))),
          { layout, from },
        )
        const theirs = await side(
          base,
          other.map((n) => apply(updateOf('theirs', n))),
          {
            layout,
            from: from + shift * 1000,
          },
        )
        const files = await expectSound({ base, ours, theirs, kinds: ['task-state'] }, false)
        const { updates } = { updates: (text: string) => text.match(/^## /gm)?.length ?? 0 }
        const log = '.working-memory/t/log.md'
        const [b, o, t] = [base, ours, theirs].map((texts) => updates(texts[log] ?? ''))
        expect(updates(files[log] ?? '')).toBe((o ?? 0) + (t ?? 0) - (b ?? 0))
      }),
      options,
    )
  })
})
