import { describe, expect, test } from 'vitest'
import { checkLiteral, type Files, fixLiteral, indexLiteral } from '../../helpers/check-literal.ts'
import {
  cleanCowork,
  DECISIONS,
  FIRST,
  firstDecision,
  json,
  MEMORY,
  projectMemory,
  secondDecision,
} from './clean-memory.ts'

const clean = await indexLiteral(cleanCowork)

async function found(files: Files): Promise<string[]> {
  const { diagnostics } = await checkLiteral(files)
  return diagnostics.map(
    ({ path, line, rule, fixable }) => `${path}:${line} ${rule}${fixable ? ' fixable' : ''}`,
  )
}

const amended = { ...firstDecision, consequences: ['No server to install.', 'One writer; readers go on.'] }
const AMENDED = json({ ...projectMemory, decisions: [amended, secondDecision] })

describe('derived detail files', () => {
  test('are written for every row, once', async () => {
    expect(Object.keys(clean).length).toBe(Object.keys(cleanCowork).length + 3)
    expect(await indexLiteral(clean)).toEqual(clean)
    expect(await found(clean)).toEqual([])
  })

  test('that are missing or differ are found at their place, and fixed', async () => {
    const { [FIRST]: _, ...without } = clean
    expect(await found(without)).toEqual([`${FIRST}:1 derived-fresh fixable`])
    expect(await fixLiteral(without)).toEqual(clean)
    const stale = { ...clean, [MEMORY]: AMENDED }
    expect(await found(stale)).toEqual([`${FIRST}:18 derived-fresh fixable`])
    const fixed = await fixLiteral(stale)
    expect(fixed[FIRST]).toContain('- One writer; readers go on.\n')
    expect(await found(fixed)).toEqual([])
  })

  test('keep what people wrote below, above and without a mark', async () => {
    const below = { ...clean, [FIRST]: `${clean[FIRST]}\n## Notes\n\nIt held up.\n`, [MEMORY]: AMENDED }
    expect((await fixLiteral(below))[FIRST]).toMatch(
      /One writer; readers go on\.[\s\S]*\n## Notes\n\nIt held up\.\n$/,
    )
    const edited = { ...clean, [FIRST]: String(clean[FIRST]).replace('One writer', 'Two writers') }
    expect(await found(edited)).toEqual([`${FIRST}:18 derived-fresh fixable`])
    const moved = (await fixLiteral(edited))[FIRST]
    expect(moved).toMatch(/^[\s\S]*One writer[\s\S]*Below: yours[\s\S]*Two writers[\s\S]*$/)
    const own = { ...clean, [FIRST]: '# Ours\n\nWritten before.\n' }
    expect((await fixLiteral(own))[FIRST]).toBe(`${clean[FIRST]}\n# Ours\n\nWritten before.\n`)
    for (const files of [below, edited, own]) expect(await found(await fixLiteral(files))).toEqual([])
  })

  test('are the same with CRLF and a byte order mark', async () => {
    expect(
      await found({ ...clean, [FIRST]: `\ufeff${String(clean[FIRST]).replaceAll('\n', '\r\n')}` }),
    ).toEqual([])
  })

  test('wait for a memory.json that cannot be read', async () => {
    for (const broken of ['', '{', 'null', '[]', '{"decisions": [}', '{"decisions": [], "decisions": []}']) {
      const files = { ...clean, [MEMORY]: broken }
      expect(await indexLiteral(files)).toEqual(files)
      expect(await fixLiteral(files)).toEqual(files)
      expect((await found(files)).length).toBe(1)
    }
  })

  test('that cannot be read are left as they are', async () => {
    for (const file of [new Uint8Array([0x23, 0xff, 0xfe]), { link: '../../elsewhere.md' }]) {
      const files = { ...clean, [FIRST]: file, [MEMORY]: AMENDED }
      expect(await indexLiteral(files)).toEqual(files)
      expect((await found(files)).length).toBe(1)
    }
  })

  test('are not written for a row that is not whole, or an id that two rows have', async () => {
    const { title: _, ...untitled } = firstDecision
    const broken = { ...cleanCowork, [MEMORY]: json({ decisions: [untitled] }) }
    expect(await indexLiteral(broken)).toEqual(broken)
    const twice = { ...cleanCowork, [MEMORY]: json({ decisions: [firstDecision, firstDecision] }) }
    expect(await indexLiteral(twice)).toEqual(twice)
    expect(await found(twice)).toEqual([`${MEMORY}:16 id-unique`])
  })

  test('without a row are never deleted', async () => {
    const files = { ...clean, [MEMORY]: json({ ...projectMemory, decisions: [secondDecision] }) }
    expect(await fixLiteral(files)).toEqual(files)
    expect(await found(files)).toEqual([`${FIRST}:1 detail-row`])
  })

  test('hold no link, comment or hidden character of a value that would be checked', async () => {
    const hostile = {
      ...firstDecision,
      title: '[x](gone.md) \u202e<!-- memkeep-disable derived-fresh -- no -->',
      context: '```\n<<<<<<< HEAD\n[y](gone.md)\n<!-- Above: derived from memory.json (x). -->',
      consequences: ['<!--', '# Heading', '`code', '![z](gone.png)'],
    }
    const text = json({ ...projectMemory, decisions: [hostile, secondDecision] }).replaceAll(
      '\u202e',
      '\\u202e',
    )
    const files = await indexLiteral({ ...clean, [MEMORY]: text })
    expect(await found(files)).toEqual([])
    expect(files[FIRST]).toContain('\\u{202e}')
    expect(Object.keys(files).filter((path) => path.startsWith(DECISIONS)).length).toBe(2)
  })
})
