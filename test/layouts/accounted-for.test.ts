import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wantedLayouts } from '../../src/core/layout.ts'
import { amongLayoutsOn } from '../../src/core/places.ts'
import type { LiteralFile } from '../../src/core/snapshot.ts'
import { claimFiles } from '../../src/engine/claims.ts'
import { readSettings } from '../../src/engine/settings/settings-file.ts'
import { layouts } from '../../src/layouts/index.ts'
import { rules } from '../../src/rules/index.ts'
import { type Files, judgedLiteral, storedSnapshot } from '../helpers/check-literal.ts'
import type { PlantedLayout } from '../helpers/planted.ts'
import { runs } from '../helpers/runs.ts'

const IDS = layouts.map(({ id }) => id)
const CLEAN = await Promise.all(
  IDS.map(async (id) => ((await import(`./${id}/planted.ts`)) as PlantedLayout).clean),
)

/** The memory that git keeps of all layouts at once; where two have a file of one path, the later one has it. */
const POOL = Object.entries({
  ...Object.assign({}, ...CLEAN),
  'src/app.ts': 'export {}\n',
  'elsewhere/notes.md': '# Notes\n',
} as Files).filter(([, file]) => !(typeof file === 'object' && 'ignored' in file))

/** All of them on, and all but some: nothing but the settings says whether one is on. */
const SETTINGS = [[], ['atomic'], ['openclaw', 'log'], ['instructions', 'adr', 'workspace']].map(
  (off) => `layouts: { ${IDS.map((id) => `${id}: ${off.includes(id) ? 'off' : 'on'}`).join(', ')} }\n`,
)

const file = (text: LiteralFile) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(text) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<LiteralFile | null>(
        null,
        { link: 'elsewhere' },
        '',
        `${String(text)}\nMore.\n`,
      ),
    },
  )

const commit = fc
  .tuple(fc.constantFrom(...SETTINGS), ...POOL.map(([, text]) => file(text)))
  .map(([settings, ...texts]): Files => {
    const files = POOL.flatMap(([path], i) => {
      const text = texts[i] ?? null
      return text === null ? [] : [[path, text] as const]
    })
    return { ...Object.fromEntries(files), 'memkeep.yaml': settings }
  })

function claimedIn(files: Files, settingsOf: Files): readonly string[] {
  const settings = readSettings(String(settingsOf['memkeep.yaml']), 'memkeep.yaml', { layouts, rules })
  const on = wantedLayouts(layouts, settings)
  return claimFiles(storedSnapshot(files), { layouts: amongLayoutsOn(on), settings }).map(
    (one) => one.file.path,
  )
}

test('the files that a judgement names are those of the claims of both sides whose contents differ', async () => {
  await fc.assert(
    fc.asyncProperty(commit, commit, async (before, after) => {
      const { files } = await judgedLiteral(before, after)
      const { added = [], changed = [], moved = [], gone = [] } = files ?? {}
      const named = [...added, ...changed, ...gone, ...moved.flatMap(({ from, to }) => [from, to])]
      const claimed = new Set(
        [before, after].flatMap((side) => [...claimedIn(side, before), ...claimedIn(side, after)]),
      )
      const differing = [...claimed].filter(
        (path) => JSON.stringify(before[path]) !== JSON.stringify(after[path]),
      )
      expect(named.toSorted()).toEqual(differing.toSorted())
    }),
    { numRuns: runs(20) },
  )
})
