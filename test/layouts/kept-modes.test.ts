import { expect, test } from 'vitest'
import { layoutsInGit } from '../../scripts/generate/guard-table.ts'
import { amongLayoutsOn } from '../../src/core/places.ts'
import { keptOf } from '../../src/core/settings.ts'
import { settingsSchema } from '../../src/formats/settings.ts'
import { layouts } from '../../src/layouts/index.ts'
import { attacked, samplesOf } from '../helpers/attacked-files.ts'
import { checkLiteral, judgedLiteral } from '../helpers/check-literal.ts'

/** Kinds that settings can give a mode. */
const { history } = settingsSchema(layouts, []).properties as {
  history: { properties: { [kind: string]: { properties: { mode: { enum: readonly string[] } } } } }
}

const SAMPLED = (await Promise.all(layoutsInGit(amongLayoutsOn(layouts)).map(samplesOf))).flat()

const MODES = ['append-only', 'immutable'] as const
test('a kind whose files count as one item each reads no two from one', async () => {
  const many: string[] = []
  for (const { kind, path, files } of SAMPLED.filter((one) => keptOf(one.kind) === 'files')) {
    const { documents } = await checkLiteral(files)
    if ((documents.find((one) => one.path === path)?.items.length ?? 0) > 1) many.push(kind.id)
  }
  expect(many).toEqual([])
})

const LOSSES = ['file deleted', 'emptied', 'part deleted', 'text replaced'] as const

/** Its last section is no principle. */
const UNGUARDED = 'constitution part deleted'

test.each(
  SAMPLED.flatMap((sample) =>
    MODES.filter((mode) => history.properties[sample.kind.id]?.properties.mode.enum.includes(mode)).map(
      (mode) => [sample.layout.id, sample.kind.id, mode, sample] as const,
    ),
  ),
)('a mode that a kind takes is kept: %s, %s, %s', async (layout, kind, mode, sample) => {
  const off = layout === 'workspace' ? '' : 'layouts: { workspace: off }\n'
  const settings = { 'memkeep.yaml': `history: { ${kind}: { mode: ${mode} } }\n${off}` }
  const passed: string[] = []
  for (const attack of LOSSES) {
    const changed = attacked(sample, attack)
    if (!changed || `${kind} ${attack}` === UNGUARDED) continue
    const { diagnostics } = await judgedLiteral({ ...sample.files, ...settings }, { ...changed, ...settings })
    if (diagnostics.every(({ severity, path }) => severity !== 'error' || path !== sample.path))
      passed.push(attack)
  }
  expect(passed).toEqual([])
})
