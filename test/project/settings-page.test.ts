import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readSettings } from '../../src/engine/settings/settings-file.ts'
import { layouts } from '../../src/layouts/index.ts'
import { rules } from '../../src/rules/index.ts'

const PAGE = readFileSync('docs/settings.md', 'utf8')
const EXAMPLES = [...PAGE.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = '']) => text)
const TABLES = PAGE.slice(
  PAGE.indexOf('<!-- generated:settings -->'),
  PAGE.indexOf('<!-- /generated:settings -->'),
)
const KEYS = [...TABLES.matchAll(/^\| `([^`]+)` \|/gm)].map(([, key = '']) => key)

/** The values at a key of the tables: `RULE`, `LAYOUT` and `KIND` are any name, `[]` is any element. */
function valuesAt(value: unknown, steps: readonly string[]): unknown[] {
  const [step, ...more] = steps
  if (step === undefined) return value === undefined ? [] : [value]
  const inner = typeof value === 'object' && value !== null ? value : {}
  const isAny = /^[A-Z]+$/.test(step) || step === '[]'
  return (isAny ? Object.values(inner) : [Reflect.get(inner, step)]).flatMap((one) => valuesAt(one, more))
}

test.each(EXAMPLES)('an example of the page of settings is read: %s', (text) => {
  expect(() => readSettings(text, 'memkeep.yaml', { rules, layouts })).not.toThrow()
  expect(() => readSettings(`${text}\nnoKey: 1\n`, 'memkeep.yaml', { rules, layouts })).toThrow('noKey')
})

test('every key of the tables is in the long example', () => {
  const long = parse(EXAMPLES.find((text) => text.startsWith('extends: config/')) ?? '')
  expect(KEYS.length).toBeGreaterThan(50)
  const missing = KEYS.filter((key) => valuesAt(long, key.replaceAll('[]', '.[]').split('.')).length === 0)
  expect(missing).toEqual([])
})
