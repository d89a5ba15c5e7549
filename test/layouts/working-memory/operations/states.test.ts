import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findHiddenText } from '../../../../src/formats/hidden-text.ts'
import { printUpdate } from '../../../../src/layouts/working-memory/dsl/grammar.ts'
import { parseUpdate } from '../../../../src/layouts/working-memory/dsl/parse-update.ts'
import { applyTaskUpdate } from '../../../../src/layouts/working-memory/operations/apply-task-update.ts'
import { showTask } from '../../../../src/layouts/working-memory/operations/show-task.ts'
import { startTask } from '../../../../src/layouts/working-memory/operations/start-task.ts'
import type { Files } from '../../../helpers/check-literal.ts'
import { runs } from '../../../helpers/runs.ts'
import { update } from '../dsl/arbitrary-update.ts'
import { answered, carriedOut, errorsOf } from './asked.ts'

const T = '.working-memory/t'

test('whatever is applied, one update after the other: the check accepts each change, no id is used twice, and nothing old is lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(update, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('\n', '\r\n'),
      async (updates, eol) => {
        const started = carriedOut({}, await answered(startTask, {}, { task: 't', description: 'x: y' }))
        let files: Files = { [`${T}/state.yaml`]: String(started[`${T}/state.yaml`]).replaceAll('\n', eol) }
        const given = new Set<string>()
        for (const one of updates) {
          const answer = await answered(applyTaskUpdate, files, {
            task: 't',
            update: printUpdate(one) || 'no change',
          })
          const after = carriedOut(files, answer)
          expect(await errorsOf(files, after)).toEqual([])
          for (const id of answer.data.added as string[]) {
            expect(given.has(id)).toBe(false)
            given.add(id)
          }
          expect(String(after[`${T}/log.md`] ?? '').startsWith(String(files[`${T}/log.md`] ?? ''))).toBe(true)
          files = after
        }
        const { data } = await answered(showTask, files, { task: 't', archived: true })
        const shown = [data.learnings, data.snippets].flatMap((list) =>
          (list as { id: string }[]).map(({ id }) => id),
        )
        expect(new Set(shown)).toEqual(given)
        expect(shown).toHaveLength(given.size)
        // What was added is there byte for byte, but for what is there already or cannot be kept.
        const snippets = new Set((data.snippets as { snippet: string }[]).map(({ snippet }) => snippet))
        for (const { verbatim } of updates.map((one) => parseUpdate(printUpdate(one)).update)) {
          for (const { reason, label, snippet } of verbatim?.add ?? []) {
            const isHidden = [reason, label, snippet].some((text) =>
              findHiddenText(text).some(({ severity }) => severity === 'error'),
            )
            if (!isHidden) expect(snippets.has(snippet)).toBe(true)
          }
        }
      },
    ),
    { numRuns: runs(400, 20) },
  )
}, 600_000)
