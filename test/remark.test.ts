import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { remark } from 'remark'
import { describe, expect, test } from 'vitest'
import memkeep from '../src/remark.ts'
import { tempFolder } from './helpers/temp-repo.ts'

const LOG = 'user/memory/workspaces/shop/decisions.md'
const GOOD =
  '### [2026-02-08] Queues\n\n**Category:** architecture\n**Tags:** queue, load\n\nBecause.\n\n---\n'

type Said = { readonly rule: string; readonly line: number; readonly fatal: unknown; readonly note: unknown }

/** What the plugin says of a text at a path of a folder. */
async function said(folder: string, path: string, value: string, options = {}): Promise<Said[]> {
  const file = await remark().use(memkeep, options).process({ cwd: folder, path, value })
  expect(file.messages.every(({ source }) => source === 'memkeep')).toBe(true)
  return file.messages.map(({ ruleId, line, fatal, note }) => ({
    rule: String(ruleId),
    line: line ?? 0,
    fatal,
    note,
  }))
}

describe('the remark plugin', () => {
  test('says nothing of a good log, and where a bad one is wrong, what and what to do', async () => {
    const folder = tempFolder()
    expect(await said(folder, LOG, GOOD)).toEqual([])
    const bad = GOOD.replace('**Category:** architecture\n', '')
    const [first, ...rest] = await said(folder, LOG, bad)
    expect(rest).toEqual([])
    expect(first).toMatchObject({ rule: 'entry-category', line: 1, fatal: true })
    expect(first?.note).toMatch(/\w/)
  })

  test('refuses options that it has not', async () => {
    await expect(said(tempFolder(), LOG, GOOD, { configs: 'x' })).rejects.toMatchObject({
      name: 'UserError',
      message: 'the remark plugin has no option `configs`',
    })
  })

  test('looks at the text that it is given, not at the file', async () => {
    const folder = tempFolder()
    mkdirSync(join(folder, LOG, '..'), { recursive: true })
    writeFileSync(join(folder, LOG), 'no entries')
    expect(await said(folder, join(folder, LOG), GOOD)).toEqual([])
  })

  test('says nothing of files that are no memory, and of texts without a path', async () => {
    expect(await said(tempFolder(), 'README.md', '### [2026-02-08] Queues\n')).toEqual([])
    const file = await remark().use(memkeep).process('### [2026-02-08] Queues\n')
    expect(file.messages).toEqual([])
  })

  test('shows no character of the text that a terminal would obey', async () => {
    const hostile = GOOD.replace('queue, load', 'queue, lo\u001b[31mad\u202e')
    const file = await remark().use(memkeep).process({ cwd: tempFolder(), path: LOG, value: hostile })
    expect(file.messages.length).toBeGreaterThan(0)
    for (const { reason, note } of file.messages) expect(`${reason}${note}`).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  test('follows the settings of the folder, or those that are named', async () => {
    const folder = tempFolder()
    const bad = GOOD.replace('---\n', '')
    const rules = async (options = {}): Promise<string[]> =>
      (await said(folder, LOG, bad, options)).map(({ rule, fatal }) => `${rule} ${fatal}`)
    const found = await rules()
    expect(found).not.toEqual([])
    const [id = ''] = found[0]?.split(' ') ?? []
    writeFileSync(join(folder, 'memkeep.yaml'), `rules:\n  ${id}: warning\n`)
    writeFileSync(join(folder, 'other.yaml'), `rules:\n  ${id}: off\n`)
    expect(await rules()).toEqual([`${id} false`])
    expect(await rules({ config: 'other.yaml' })).toEqual([])
    writeFileSync(join(folder, 'memkeep.yaml'), 'rules: 3\n')
    await expect(rules()).rejects.toThrow('memkeep.yaml')
  })

  test('honours suppressions, and calls none unused for a rule that needs more than one file', async () => {
    const comment = (rule: string): string => `<!-- memkeep-disable-next-line ${rule} -- as it was -->\n`
    const silenced = comment('entry-category') + GOOD.replace('**Category:** architecture\n', '')
    expect(await said(tempFolder(), LOG, silenced)).toEqual([])
    expect(await said(tempFolder(), LOG, comment('growth') + GOOD)).toEqual([])
    const [unused] = await said(tempFolder(), LOG, comment('entry-category') + GOOD)
    expect(unused).toMatchObject({ rule: 'suppression', fatal: false })
  })
})
