import type { JsonObject } from '../../src/core/json.ts'
import type { TextFile } from '../../src/core/migration.ts'
import { lineStarts } from '../../src/core/place.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import type { FrontMatter } from '../../src/core/source.ts'
import { readFrontMatter } from '../../src/formats/front-matter.ts'
import { type Refusal, refusalOf } from '../../src/formats/refusal.ts'
import { type Block, readBlocks } from '../evidence/blocks.ts'
import { plainText } from '../evidence/plain-text.ts'
import { isAboutDocument, isSectionName, sectionName } from './section-name.ts'

/** A plan as its evidence is looked for. */
export type PlanDocument = {
  readonly path: string
  readonly scope: string
  readonly text: string
  readonly frontMatter: FrontMatter | null
  /** Empty where there is no front matter. */
  readonly fields: JsonObject
  readonly blocks: readonly Block[]
  /** The heading that names the plan; null where it is the name of a section, or there is none. */
  readonly title: (Block & { readonly type: 'heading' }) | null
  /** What stands before the first section, the title left out. */
  readonly preamble: readonly Block[]
  /** The preamble and the first section: where a document speaks of itself. */
  readonly head: readonly Block[]
}

const NO_FIELDS: JsonObject = Object.create(null)

/** Reads a plan or an overview as evidence; or says what is wrong with front matter that cannot be read safely. */
export function planDocument({ path, scope, text }: TextFile): PlanDocument | Refusal {
  const limit = DEFAULT_SETTINGS.limits.frontMatterBytes
  const { frontMatter, bodyStart, problems } = readFrontMatter(text, lineStarts(text), limit)
  const [problem] = problems
  if (problem) return refusalOf(problem)
  const blocks = readBlocks(text, bodyStart).filter(isOwn)
  const title = titleOf(blocks)
  const rest = blocks.filter((block) => block !== title)
  const [first, second] = rest.flatMap((block, index) => (block.type === 'heading' ? [index] : []))
  return {
    path,
    scope,
    text,
    frontMatter,
    fields: frontMatter?.fields ?? NO_FIELDS,
    blocks,
    title,
    preamble: rest.slice(0, first),
    head: rest.slice(0, second),
  }
}

/** A heading above data about the document opens no section of its text. */
function isOwn(block: Block): boolean {
  return block.type !== 'heading' || !isAboutDocument(block.text)
}

/** The line, from 1, that a front-matter key stands on. */
export function lineOfField({ frontMatter, text }: PlanDocument, key: string): number {
  const node = frontMatter?.nodes.get(`/${key}`)
  return lineStarts(text.slice(0, node?.key?.start ?? 0)).length
}

/** The first heading of depth 1, else one that opens the text; null where it is the name of a section. */
function titleOf(blocks: readonly Block[]): PlanDocument['title'] {
  const first = blocks[0]
  const heading = blocks.find((block) => block.type === 'heading' && block.depth === 1) ?? first
  if (heading?.type !== 'heading' || plainText(heading.text) === '') return null
  const isSection = heading.depth === 1 ? isSectionName(heading.text) : sectionName(heading.text) !== null
  return isSection ? null : heading
}
