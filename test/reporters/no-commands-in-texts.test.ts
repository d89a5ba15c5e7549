import fc from 'fast-check'
import picocolors from 'picocolors'
import type { Colors } from 'picocolors/types'
import { test } from 'vitest'
import { printNotes } from '../../src/cli/command.ts'
import { reportFailure } from '../../src/cli/run-command.ts'
import { UserError } from '../../src/core/messages.ts'
import type { Evidence } from '../../src/core/migration.ts'
import { archiveText, indexText } from '../../src/reporters/maintain-text.ts'
import { migrateReport } from '../../src/reporters/migrate-report.ts'
import { type MigrateOutcome, migrateText, revertText } from '../../src/reporters/migrate-text.ts'
import { ruleList, ruleText } from '../../src/reporters/rule-text.ts'
import { doctorText, setupText } from '../../src/reporters/setup-text.ts'
import { unifiedDiff } from '../../src/reporters/unified-diff.ts'
import { fakeIo } from '../cli/fake-io.ts'
import { HOSTILE_TIMEOUT } from '../helpers/runs.ts'
import { expectHarmless, expectHarmlessPainted } from './expect-harmless.ts'
import { hostileRule } from './hostile-rule.ts'
import { hostileText } from './hostile-text.ts'
import { tried } from './tried.ts'

const colorings = [picocolors.createColors(false), picocolors.createColors(true)]

const few = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(one, { maxLength: 3 })
const texts = few(hostileText)
const refused = few(fc.record({ path: hostileText, reason: hostileText }))
const change = fc.record({
  path: hostileText,
  before: fc.option(hostileText),
  after: fc.option(hostileText),
})

const evidence: fc.Arbitrary<Evidence> = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), path: hostileText, line: fc.nat(9) }),
  fc.record({ kind: fc.constant('commit' as const), commit: hostileText }),
  fc.record({ kind: fc.constantFrom('file-name' as const, 'path' as const), path: hostileText }),
  fc.record({ kind: fc.constant('guess' as const), why: hostileText }),
)
const values = few(fc.record({ field: hostileText, value: hostileText, evidence }))
const fileChange = fc.oneof(
  fc.record({ kind: fc.constant('edit' as const), path: hostileText, values, edits: fc.constant([]) }),
  fc.record({ kind: fc.constant('create' as const), path: hostileText, values, text: hostileText }),
)

const migrateOutcome: fc.Arbitrary<MigrateOutcome> = fc.record({
  mode: fc.constantFrom('list' as const, 'dry-run' as const, 'write' as const),
  migrations: few(
    fc.record({
      id: hostileText,
      summary: hostileText,
      changes: few(fileChange),
      forPerson: few(fc.record({ path: hostileText, line: fc.nat(9), what: hostileText })),
    }),
  ),
  unnamed: few(fc.record({ id: hostileText, summary: hostileText })),
  notLoaded: few(fc.record({ id: hostileText, file: hostileText, command: hostileText })),
  rebuilt: texts,
  differences: few(change),
  written: texts,
  refused,
  commit: hostileText,
})

const setupOutcome = fc.record({
  manager: fc.option(hostileText),
  isManagerNew: fc.boolean(),
  memory: fc.option(fc.record({ description: hostileText })),
  files: few(
    fc.record(
      { path: hostileText, did: fc.constantFrom('created', 'refused'), reason: hostileText },
      { requiredKeys: ['path', 'did'] },
    ),
  ),
  config: few(fc.record({ key: hostileText, did: fc.constant('set'), why: hostileText })),
  husky: texts,
  left: few(
    fc.record({ message: hostileText, lines: texts, fix: hostileText }, { requiredKeys: ['message'] }),
  ),
  next: few(fc.record({ text: hostileText, run: hostileText }, { requiredKeys: ['text'] })),
})

const doctorLines = few(
  fc.record({
    check: hostileText,
    status: fc.constantFrom('ok' as const, 'wrong' as const, 'unknown' as const),
    message: hostileText,
    fix: hostileText,
  }),
)

const indexOutcome = fc.record({
  written: texts,
  stale: few(fc.record({ path: hostileText, message: hostileText })),
  refused,
  check: fc.boolean(),
})

const archiveOutcome = fc.record({
  moved: fc.nat(2),
  kept: fc.nat(2),
  written: texts,
  refused,
  stage: fc.option(hostileText),
  changes: few(change),
  dryRun: fc.boolean(),
})

/** What is printed, in either colouring. */
type Printing = (colors: Colors) => string

const failure = fc
  .record({ message: hostileText, hint: hostileText, stack: hostileText, isKnown: fc.boolean() })
  .map(({ message, hint, stack, isKnown }) => {
    const error = isKnown ? new UserError(message, hint, new Error(stack)) : new Error(message)
    error.stack = stack
    return error
  })

function printedOf(error: Error): string {
  const io = fakeIo()
  reportFailure(error, { debug: true, io })
  return io.printed.err
}

function remarked(notes: readonly string[]): string {
  const io = fakeIo()
  printNotes(notes, io)
  return io.printed.err
}

const OUTPUTS: { readonly [name: string]: fc.Arbitrary<Printing> } = {
  index: indexOutcome.map((one) => (colors) => indexText(one, colors)),
  archive: archiveOutcome.map((one) => (colors) => archiveText(one, colors)),
  difference: change.map((one) => (colors) => unifiedDiff(one, colors)),
  doctor: doctorLines.map((one) => (colors) => doctorText(one, { colors, columns: 40 })),
  setup: setupOutcome.map(
    (one) => (colors) =>
      setupText(one, { husky: 'created', nothing: 'nothing', dryRun: true }, { colors, columns: 40 }),
  ),
  migrate: migrateOutcome.map((one) => (colors) => migrateText(one, colors)),
  'migrate --revert': migrateOutcome.map((one) => (colors) => revertText(one, colors)),
  'migrate --report': migrateOutcome.map((one) => () => migrateReport(one)),
  rule: hostileRule.map((rule) => (colors) => ruleText({ rule, layout: null }, colors, 40)),
  rules: few(hostileRule).map(
    (rules) => (colors) =>
      ruleList(
        rules.map((rule) => ({ rule, layout: null })),
        colors,
        40,
      ),
  ),
  failure: failure.map((error) => () => printedOf(error)),
  remarks: texts.map((notes) => () => remarked(notes)),
}

test.each(Object.entries(OUTPUTS))(
  'what is said by %s is no command',
  async (_, printings) => {
    await tried(printings, (print) => {
      const [plain = '', painted = ''] = colorings.map(print)
      expectHarmless(plain)
      expectHarmlessPainted(painted)
    })
  },
  HOSTILE_TIMEOUT,
)
