import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../../../src/core/json.ts'
import { lineStarts } from '../../../../src/core/place.ts'
import { safeText } from '../../../../src/core/safe-text.ts'
import { type Entry, entryLog } from '../../../../src/formats/entry-log.ts'
import { parseMarkdown } from '../../../../src/formats/markdown/parse-markdown.ts'
import { workspace as layout } from '../../../../src/layouts/workspace/layout.ts'
import { saveMemory } from '../../../../src/layouts/workspace/tools/save-memory.ts'
import { factsInMemory } from '../../../../src/run/facts-in-memory.ts'
import { checkLiteral } from '../../../helpers/check-literal.ts'
import { LONG } from '../../../helpers/runs.ts'
import { type Save, saveLiteral } from './save-literal.ts'
import { asking, LOG, LOGS, logged } from './save-logs.ts'

const RUNS = LONG ? 100_000 : 1000

/** What breaks logs, or nearly does. */
const PIECES = [
  '### [2026-01-01] x',
  '###[2026-01-01] x',
  '## [2026-01-01] x',
  '### x',
  '#### x',
  '## x',
  '---',
  ' ---',
  '***',
  '- - -',
  '===',
  '-',
  '```',
  '```js',
  '~~~',
  '````',
  '<!--',
  '-->',
  '<!-- x -->',
  '<!-- memkeep-disable no-secret -- x -->',
  '<div>',
  '<pre>',
  '</pre>',
  '<script>',
  '<?x',
  '<![CDATA[',
  '[a]: b',
  '[a]: https://example.org',
  '[a]',
  '"title',
  '[2026-01-01]: /x.md',
  '[x](gone.md)',
  '**Category:** x',
  '**Tags:** x',
  'Tags: x',
  '> x',
  '> ```',
  '- x',
  '  - x',
  '1. x',
  '    x',
  '\tx',
  '\\',
  'x\\',
  'x  ',
  '<<<<<<< HEAD',
  '=======',
  '>>>>>>> x',
  'name: x',
  '\u200b',
  'a\u200bb',
  '\u202e',
  '\ufeff',
  '\u0000',
  '\u2028',
  '\u0085',
  '\ud800',
  '\u00a0',
  '\r',
  '\f',
  '::error::x',
  '##[error]x',
  'word',
  'Some words of text.',
  '',
  '',
  '',
]

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PIECES) },
  { weight: 2, arbitrary: fc.lorem({ maxCount: 9 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
)
const content = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 7 }), fc.constantFrom('\n', '\n', '\n\n', '\r\n', ' '))
  .map(([pieces, glue]) => pieces.join(glue))
const title = fc.oneof(
  { weight: 3, arbitrary: fc.lorem({ maxCount: 6 }) },
  { weight: 2, arbitrary: fc.array(piece, { minLength: 1, maxLength: 3 }).map((all) => all.join(' ')) },
)
const word = fc.constantFrom(
  'tooling',
  'tolling',
  'Architecture',
  'general',
  'debugging',
  'release notes',
  'x',
)
const category = fc.oneof({ weight: 5, arbitrary: fc.option(word, { nil: undefined }) }, piece)
const tag = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.constantFrom('biome', 'nodejs', 'Node.js', 'c#', 'workers', 'worker', '#x y', 'a,b'),
  },
  piece,
)
const save = fc.record({
  form: fc.constantFrom(...Object.keys(LOGS)),
  args: fc.record(
    {
      title,
      content,
      category,
      tags: fc.array(tag, { maxLength: 3 }),
      type: fc.constant('decision'),
      allow_duplicate: fc.boolean(),
    },
    { requiredKeys: ['title', 'content', 'type'] },
  ),
})

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

const facts = factsInMemory()

/** The facts of the logs that every save starts from. */
const known = Promise.all(Object.values(LOGS).map((text) => checkLiteral(logged(text), { facts })))
const kept = { get: facts.get, put: () => undefined }

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

test('whatever is to be saved is refused with a reason, or saved, read back equal, and nothing to find fault with', async () => {
  await known
  let count = 0
  await fc.assert(
    fc.asyncProperty(save, async ({ form, args }) => {
      const result = await saveLiteral(
        logged(LOGS[form]),
        asking({ category: undefined, tags: undefined, ...args }),
        { facts: kept },
      )
      if ('refusal' in result) {
        expect(safeText(result.refusal)).toBe(result.refusal)
        expect(safeText(result.help)).toBe(result.help)
        expect(result.refusal.length * result.help.length).toBeGreaterThan(0)
        return
      }
      count += 1
      expectSaved(result, form, args as JsonObject)
      expect(result.findings.filter(({ severity }) => severity === 'error')).toEqual([])
      const isMention = ({ rule, severity }: { rule: string; severity: string }): boolean =>
        severity === 'info' &&
        (rule === 'category-known' || (rule === 'entry-order' && form.startsWith('the newest')))
      const isAsked = ({ rule }: { rule: string }): boolean =>
        rule === 'entry-duplicate' && args.allow_duplicate === true
      expect(result.findings.filter((one) => !isMention(one) && !isAsked(one))).toEqual([])
      const again = await saveLiteral(
        result.after,
        asking({ category: undefined, tags: undefined, ...args }),
        { facts: kept },
      )
      expect(again).toHaveProperty('refusal')
    }),
    { numRuns: RUNS },
  )
  expect(count).toBeGreaterThan(RUNS / 10)
}, 3_600_000)

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
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }) },
)
const FRESH = {}
const KNOWN = { 'resources/workspaces/devtools/common/OVERVIEW.md': '---\nname: C\ndescription: C.\n---\n' }

test('whatever scope is asked for, nothing is planned but a log in a folder of memory', async () => {
  await fc.assert(
    fc.asyncProperty(
      name,
      fc.option(name, { nil: undefined }),
      fc.boolean(),
      async (workspace, domain, isFresh) => {
        const files = isFresh ? FRESH : KNOWN
        const { memories } = await checkLiteral(files)
        const memory = memories.get(layout)
        if (!memory) throw new Error('there is no memory')
        const args = asking({ scope: { workspace, ...(domain !== undefined && { domain }) } })
        const wanted = saveMemory.wants({ args, memory })
        const answer = saveMemory.run({ args, memory, sources: new Map() })
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
    { numRuns: RUNS },
  )
}, 600_000)
