import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { layoutOperations } from '../../src/layouts/operations.ts'
import { allOperations, sharedOperations } from '../../src/operations/registry.ts'
import { mcpClient } from '../helpers/mcp-client.ts'
import { sharedBy, tempRepo } from '../helpers/temp-repo.ts'

const LAYOUTS = layoutOperations.map(({ layout }) => layout.id)
const PAIRS = LAYOUTS.flatMap((first, i) => LAYOUTS.slice(i).map((second) => [...new Set([first, second])]))

const DECLARED = [...allOperations(), ...sharedOperations].map(({ layout, operation }) => ({
  name: operation.name,
  layout: layout?.id ?? null,
  isListed: operation.everyday === true,
}))
const PROMPTS = layoutOperations.flatMap(({ layout, names }) =>
  names.prompts.map((name) => ({ name, layout: layout.id, isListed: true })),
)
const NAMES = [...DECLARED, ...PROMPTS]

/** Names of tools and prompts in a text, but for those that are listed. */
function unlistedIn(text: string, listed: readonly string[]): readonly string[] {
  return NAMES.flatMap(({ name }) =>
    listed.includes(name) || !new RegExp(`\\b${name}\\b`).test(text) ? [] : [name],
  )
}

describe('what an agent is shown names no tool and no prompt that it is not shown', () => {
  const empty = sharedBy(tempRepo)

  test.each(PAIRS.map((pair) => pair.join(',')))('with --layouts %s', async (layouts) => {
    const { client } = await mcpClient((await empty()).dir, { args: ['--layouts', layouts] })
    const { tools } = await client.listTools()
    const { prompts } = await client.listPrompts()
    const listed = [...tools, ...prompts].map(({ name }) => name)
    expect(listed).toContain('memory_search')
    for (const one of [...tools, ...prompts]) {
      expect([one.name, unlistedIn(JSON.stringify(one), listed)]).toEqual([one.name, []])
    }
  })

  test.each(LAYOUTS)('nor does a refusal or a note of %s, whose tools may be the only ones', (layout) => {
    const dir = join('src/layouts', layout)
    const listed = NAMES.flatMap((one) =>
      one.isListed && (one.layout === null || one.layout === layout) ? one.name : [],
    )
    const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.ts'),
    )
    expect(files.length).toBeGreaterThan(5)
    for (const file of files) {
      const source = readFileSync(join(dir, file), 'utf8').replace(/^ +name: '\w+',$/gm, '')
      expect([file, unlistedIn(source, listed)]).toEqual([file, []])
    }
  })
})
