import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../../../src/core/json.ts'
import { safeText } from '../../../../src/core/messages.ts'
import type { Refusal } from '../../../../src/core/operation.ts'
import { lineStarts } from '../../../../src/core/text.ts'
import { type Entry, entryLog } from '../../../../src/formats/entry-log.ts'
import { parseMarkdown } from '../../../../src/formats/markdown/parse-markdown.ts'
import { workspace as layout } from '../../../../src/layouts/workspace/layout.ts'
import { saveMemory } from '../../../../src/layouts/workspace/operations/save-memory.ts'
import { anyCharacter } from '../../../helpers/any-character.ts'
import { CALL } from '../../../helpers/ask-operation.ts'
import { checkLiteral, memoryFor } from '../../../helpers/check-literal.ts'
import { DEEP, HOSTILE_RUNS, HOSTILE_TIMEOUT } from '../../../helpers/runs.ts'
import { anySave } from './any-save.ts'
import { type Opened, openLiteral, type Save, saveInto } from './save-literal.ts'
import { asking, LOG, LOGS, logged } from './save-logs.ts'

function entriesOf(text: string): readonly Entry[] {
  const start = text.startsWith('\ufeff') ? 1 : 0
  return entryLog(text, parseMarkdown(text, start), lineStarts(text)).entries
}

/** What is asked for, by the words of the tool's own description: blank lines, line ends and a separator do not count. */
function plainContent(given: string): string {
  const trim = (text: string): string => text.replace(/^(?:[ \t]*\n)+/, '').replace(/[ \t\n]+$/, '')
  let text = trim(given.replaceAll(/\r\n?/g, '\n').replace(/^\ufeff/, ''))
  while (/(?:^|\n[ \t]*\n) {0,3}---+$/.test(text)) text = trim(text.replace(/ {0,3}---+$/, ''))
  return text
}

/** The logs that every save starts from, read once. */
const opened = new Map<string, Promise<Opened>>()

function open(form: string): Promise<Opened> {
  const known = opened.get(form) ?? openLiteral(logged(LOGS[form]))
  opened.set(form, known)
  return known
}

function expectSaved(result: Save, form: string, args: JsonObject): void {
  const before = LOGS[form] ?? ''
  const after = result.after[LOG] ?? ''
  const entries = entriesOf(after)
  const line = Number(result.data.line)
  const mine = entries.find(({ heading }) => heading.place.line === line)
  if (!mine) throw new Error('the entry is not there')
  expect(entries).toHaveLength(entriesOf(before).length + 1)
  expect(mine.title.text).toBe(String(args.title).split(/\s+/).join(' ').trim())
  expect(after.slice(mine.body.start, mine.body.end).replaceAll(/\r\n?/g, '\n')).toBe(
    plainContent(String(args.content)),
  )
  const tags = mine.tags?.tags.map(({ text }) => text) ?? []
  expect(tags.every((one) => /^[a-z0-9][a-z0-9.+#-]*$/.test(one))).toBe(true)
  expect(new Set(tags).size).toBe(tags.length)
  const fold = (text: string): string =>
    text
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, '-')
  expect(fold(mine.category?.value.text ?? '')).toBe(fold(String(args.category ?? '')) || 'general')
  if (!form.startsWith('the newest first')) expect(after.startsWith(before)).toBe(true)
}

function expectRefused({ refusal, help }: Refusal): void {
  expect(safeText(refusal)).toBe(refusal)
  expect(safeText(help)).toBe(help)
  expect(refusal.length * help.length).toBeGreaterThan(0)
}

function expectNothingNew({ findings }: Save, form: string, args: JsonObject): void {
  const isMention = ({ rule, severity }: { rule: string; severity: string }): boolean =>
    severity === 'info' &&
    (rule === 'category-known' || (rule === 'entry-order' && form.startsWith('the newest')))
  const isAsked = ({ rule, severity }: { rule: string; severity: string }): boolean =>
    rule === 'entry-duplicate' && severity !== 'error' && args.allow_duplicate === true
  expect(findings.filter((one) => !isMention(one) && !isAsked(one))).toEqual([])
}

test(
  'whatever is to be saved is refused with a reason, or saved, read back equal, and nothing to find fault with',
  async () => {
    const count = { saved: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(anySave, async ({ form, args }) => {
        const asked = asking({ category: undefined, tags: undefined, ...args })
        const result = await saveInto(await open(form), asked)
        if ('refusal' in result) {
          count.refused += 1
          expectRefused(result)
          return
        }
        count.saved += 1
        expectSaved(result, form, args as JsonObject)
        expectNothingNew(result, form, args as JsonObject)
        expect(await saveInto(result.next, asked)).toHaveProperty('refusal')
      }),
      { numRuns: HOSTILE_RUNS },
    )
    if (DEEP) console.info(`${count.saved} saved, ${count.refused} refused`)
    // A property that is held by refusing is no proof.
    expect(count.saved).toBeGreaterThan(HOSTILE_RUNS * 0.4)
  },
  HOSTILE_TIMEOUT,
)

const ATTACKS = [
  '..',
  '.',
  '',
  '/',
  '/etc',
  'a/../b',
  '../../etc',
  '..\\x',
  'C:',
  'C:\\x',
  '\\\\host\\x',
  'a\0b',
  'con',
  'CON.md',
  'nul',
  'LPT1',
  'aux.',
  'a.',
  'a ',
  ' a',
  '.git',
  '_archive',
  '_plans',
  '~',
  '~root',
  '-rf',
  '--output=x',
  '$HOME',
  '`id`',
  '%2e%2e',
  '%2f',
  'a:b',
  'a::$DATA',
  'devtools/',
  'devtools/..',
  'DEVTOOLS',
  'devtools\u200b',
  '\u202edevtools',
  '\uff0e\uff0e',
  '\u2024\u2024',
  '__proto__',
  'constructor',
  'a\nb',
  'a'.repeat(255),
  '*',
  '?',
  '[a]',
  '{a,b}',
]
const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ATTACKS) },
  { weight: 1, arbitrary: fc.constantFrom('devtools', 'common') },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, minLength: 1, maxLength: 20 }) },
)
const FRESH = {}
const KNOWN = { 'resources/workspaces/devtools/common/OVERVIEW.md': '---\nname: C\ndescription: C.\n---\n' }

test(
  'whatever scope is asked for, nothing is planned but a log in a folder of memory',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        name,
        fc.option(name, { nil: undefined }),
        fc.boolean(),
        async (workspace, domain, isFresh) => {
          const files = isFresh ? FRESH : KNOWN
          const { memories } = await checkLiteral(files)
          const memory = memoryFor(memories, layout)
          if (!memory) throw new Error('there is no memory')
          const args = asking({ scope: { workspace, ...(domain !== undefined && { domain }) } })
          const wanted = saveMemory.wants({ ...CALL, args, memory, sources: new Map() })
          const answer = saveMemory.plan({ ...CALL, args, memory, sources: new Map() })
          expect(wanted).toEqual('refusal' in answer ? [] : [...(answer.plan?.keys() ?? [])])
          if ('refusal' in answer) {
            expect(safeText(answer.refusal)).toBe(answer.refusal)
            expect(safeText(answer.help)).toBe(answer.help)
            return
          }
          const [path = ''] = [...(answer.plan?.keys() ?? [])]
          const names = [workspace, ...(domain === undefined ? [] : [domain])]
          expect(path).toBe(`user/memory/workspaces/${names.join('/')}/decisions.md`)
          if (isFresh) for (const one of names) expect(one).toMatch(/^[a-z0-9][a-z0-9._-]*$/i)
          else expect(['devtools', 'devtools/common']).toContain(names.join('/'))
        },
      ),
      { numRuns: HOSTILE_RUNS },
    )
  },
  HOSTILE_TIMEOUT,
)
