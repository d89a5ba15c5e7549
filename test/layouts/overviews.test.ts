import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { differencesOf } from '../../src/ci/ci.ts'
import { overviewsOf } from '../../src/engine/overview.ts'
import { layouts } from '../../src/layouts/index.ts'
import { checkLiteral, type Files } from '../helpers/check-literal.ts'
import type { PlantedLayout } from '../helpers/planted.ts'
import { runs } from '../helpers/runs.ts'

/** What somebody else's file may hold. */
const ODD = [
  '',
  'null',
  '[]',
  '{}',
  '---\n---\n',
  '---\ntags: 3\nstatus: {}\ncreated: []\n---\n\nx\n',
  '\u0000',
  '[[[',
]

describe.each(layouts)('$id', ({ id }) => {
  test('summarizes any memory, however broken, without throwing, and compared with itself nothing changed', async () => {
    const { clean } = (await import(`./${id}/planted.ts`)) as PlantedLayout
    const paths = Object.keys(clean)
    const broken = fc.tuple(fc.constantFrom(...paths), fc.nat({ max: 400 }), fc.constantFrom(null, ...ODD))
    await fc.assert(
      fc.asyncProperty(fc.array(broken, { minLength: 1, maxLength: 4 }), async (changes) => {
        const files: { [path: string]: Files[string] } = { ...clean }
        for (const [path, length, text] of changes) {
          const whole = files[path]
          if (typeof whole === 'string') files[path] = text ?? whole.slice(0, length)
        }
        const side = await checkLiteral(files)
        const overviews = overviewsOf(side.memories, side.diagnostics)
        const documents = overviews.flatMap(({ parts }) => parts.map((part) => part.documents))
        expect(documents.reduce((sum, count) => sum + count, 0)).toBe(side.documents.length)
        for (const { added, changed, superseded, archived, lost } of differencesOf(side, side))
          expect([added, changed, superseded, archived, lost].flat()).toEqual([])
        differencesOf(await checkLiteral(clean), side)
      }),
      { numRuns: runs(200) },
    )
  })
})
