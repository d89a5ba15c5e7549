import type { JsonObject } from '../../core/json.ts'
import type { LayoutPaths } from '../../core/layout.ts'
import { folderOf } from '../../core/path.ts'
import { belowForeignFolder, claimByName, SET_ASIDE } from '../../core/places.ts'

/** As people spell it. */
const NAMES = ['memory-bank', 'memory_bank', 'memorybank', 'memory bank', '.memory-bank', '.memory_bank']

const PLACES: readonly string[] = NAMES.map((name) => `**/${name}/**/*.md`)

const FILE = /^((?:.*\/)?\.?memory[-_ ]?bank)\/(.+)\.md$/i

/** Folders of files that show what a memory bank looks like. */
const ELSEWHERE = belowForeignFolder('commands', 'prompts', 'skills')

/** No agent loads a memory bank that was put away; what a bank puts away itself is its own. */
const OVER = belowForeignFolder(...SET_ASIDE, 'history')

/** The files that agents have to keep, by what their names are without case and separators, in reading order. */
export const CORE: ReadonlyMap<string, string> = new Map([
  ['projectbrief', 'projectbrief.md'],
  ['productcontext', 'productContext.md'],
  ['activecontext', 'activeContext.md'],
  ['systempatterns', 'systemPatterns.md'],
  ['techcontext', 'techContext.md'],
  ['progress', 'progress.md'],
])

/** The layout's key among the settings. */
export const KEY = 'memory-bank'

const most = (unit: string): JsonObject => ({
  type: 'integer',
  minimum: 1,
  description: `How many ${unit} the files of a memory bank may have together; no limit when absent.`,
})

const schemas: { readonly [key: string]: JsonObject } = {
  [KEY]: {
    type: 'object',
    additionalProperties: false,
    description: 'How much a memory bank may be: all of it is read at the start of every task.',
    properties: { lines: most('lines'), tokens: most('estimated tokens') },
    default: {},
  },
}

/** Claims Markdown in and below `memory-bank`. */
export const memoryBankPaths: LayoutPaths = {
  id: 'memory-bank',
  settings: { schemas },
  signature: 'one of the six files',
  places: () => PLACES,
  yields: true,
  claim: claimByName((path) => {
    const name = ELSEWHERE.test(path) || OVER.test(bankOf(path)) ? null : nameOf(path)
    if (name === null) return null
    if (CORE.has(coreName(name))) return 'bank-core'
    return name.includes('/') ? 'bank-topic' : 'bank-file'
  }),
  parts: { of: bankOf, area: bankOf },
}

/** The name of a file of a memory bank, with the folders below it and without `.md`; null for another path. */
export function nameOf(path: string): string | null {
  return FILE.exec(path)?.[2] ?? null
}

/** `projectBrief` and `project-brief` are one name. */
export function coreName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, '')
}

/** The folder of a memory bank; of another path its own folder. */
export function bankOf(path: string): string {
  return FILE.exec(path)?.[1] ?? folderOf(path)
}
