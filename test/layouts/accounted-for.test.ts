import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rootPaths, wantedLayouts } from '../../src/core/layout.ts'
import { amongLayoutsOn } from '../../src/core/places.ts'
import type { LiteralFile } from '../../src/core/snapshot.ts'
import { claimFiles } from '../../src/engine/claims.ts'
import { readSettings } from '../../src/engine/settings/settings-file.ts'
import { layouts } from '../../src/layouts/index.ts'
import { rules } from '../../src/rules/index.ts'
import { type Files, judgedLiteral, storedSnapshot } from '../helpers/check-literal.ts'
import { cleanWorkspace } from '../helpers/clean-workspace.ts'
import { cleanAtomic } from './atomic/items.ts'
import { clean as cleanCowork } from './cowork/planted.ts'

const POOL = Object.entries({
  ...cleanWorkspace,
  ...cleanAtomic,
  ...cleanCowork,
  'src/app.ts': 'export {}\n',
  'elsewhere/notes.md': '# Notes\n',
})

/** Layouts that are known by their folders: nothing but the settings says whether one is on. */
const SETTINGS = [
  'layouts: { atomic: on, cowork: on, workspace: on }\n',
  'layouts: { atomic: off, cowork: on, workspace: on }\n',
]

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
  const on = wantedLayouts(layouts, settings).filter((layout) => rootPaths(layout, settings).length > 0)
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
    { numRuns: 60 },
  )
})
