import type { Block } from '../evidence/blocks.ts'
import { cleanTitle } from '../evidence/clean-title.ts'
import { type Found, inText } from '../plan-front-matter/found.ts'
import { lineOfField, type PlanDocument } from '../plan-front-matter/plan-document.ts'
import { sectionName } from '../plan-front-matter/section-name.ts'

const LABEL = '(?:overview|abstract|summary|readme)(?:\\.md)?'
/** `Overview of the Shop`, `Abstract: Shop`. */
const LABEL_FIRST = new RegExp(`^${LABEL}\\s*(?:[:–—|-]|of\\b|for\\b)\\s*(?:the\\s+)?`, 'i')
/** `Shop Overview`, `Shop — Abstract`, `Shop (Overview)`. */
const LABEL_LAST = new RegExp(`[\\s:–—|(-]*(?<![\\p{L}\\p{N}])${LABEL}\\)?$`, 'iu')

/** What a document is called by its `title` or its first heading; null where neither says more than that it is one. */
export function nameIn(document: PlanDocument): Found | null {
  const { fields, path, blocks } = document
  const title = typeof fields.title === 'string' ? withoutLabel(fields.title) : ''
  if (title !== '') return { value: title, evidence: inText(path, lineOfField(document, 'title')) }
  const heading = blocks.find((block) => block.type === 'heading')
  const name = heading && opensText(heading, blocks) ? headingName(heading) : ''
  return heading && name !== '' ? { value: name, evidence: inText(path, heading.line) } : null
}

/** What a directory below the resources is called by its path. */
export function nameOfDirectory(path: string, resources: string): Found {
  const below = path.slice(resources.length + 1)
  const steps = below.slice(0, Math.max(below.lastIndexOf('/'), 0)).split('/')
  const value = steps.map(asName).join(' ').trim()
  return { value: value === '' ? below : value, evidence: { kind: 'path', path } }
}

type Heading = Block & { readonly type: 'heading' }

function opensText({ depth }: Heading, blocks: readonly Block[]): boolean {
  return depth === 1 || blocks[0]?.type === 'heading'
}

/** The heading of a section is no name, and what only adds that it is an overview is left out. */
function headingName({ text }: Heading): string {
  const title = cleanTitle(text)
  const name = withoutLabel(text)
  return name === title && sectionName(text) !== null ? '' : name
}

function withoutLabel(text: string): string {
  const title = cleanTitle(text)
  return title.replace(LABEL_FIRST, '').replace(LABEL_LAST, '').trim()
}

function asName(step: string): string {
  const words = step.replaceAll(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
