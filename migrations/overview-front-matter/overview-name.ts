import type { Block } from '../evidence/blocks.ts'
import { cleanPlainTitle } from '../evidence/clean-title.ts'
import { type Found, inText } from '../plan-front-matter/found.ts'
import { lineOfField, type PlanDocument } from '../plan-front-matter/plan-document.ts'
import { isSectionName, sectionName } from '../plan-front-matter/section-name.ts'
import { titleNotes } from '../plan-front-matter/title-notes.ts'

const LABEL = '(?:overview|abstract|summary|readme)(?:\\.md)?'
/** `Overview of the Shop`, `Abstract: Shop`. */
const LABEL_FIRST = new RegExp(`^${LABEL}\\s*(?:[:–—|-]|of\\b|for\\b)\\s*(?:the\\s+)?`, 'i')
/** `Shop Overview`, `Shop — Abstract`, `Shop (Overview)`. */
const LABEL_LAST = new RegExp(`[\\s:–—|(-]*(?<![\\p{L}\\p{N}])${LABEL}\\)?$`, 'iu')

/** What a document is called by its heading of depth 1, its `title` or another heading that opens it; null where none says more than that it is one. */
export function nameIn(document: PlanDocument): Found | null {
  const { fields, path } = document
  const heading = headingOf(document)
  const name = heading ? headingName(heading) : ''
  const title = typeof fields.title === 'string' ? withoutLabel(fields.title) : ''
  const isByTitle = title !== '' && (name === '' || heading?.depth !== 1)
  if (isByTitle) return { value: title, evidence: inText(path, lineOfField(document, 'title')) }
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

/** The first heading of depth 1, else one that opens the text. */
function headingOf({ blocks }: PlanDocument): Heading | null {
  const isTop = (block: Block): block is Heading => block.type === 'heading' && block.depth === 1
  const [first] = blocks
  return blocks.find(isTop) ?? (first?.type === 'heading' ? first : null)
}

/** The heading of a section is no name, and what only adds that it is an overview is left out. */
function headingName({ text }: Heading): string {
  const title = cleanPlainTitle(titleNotes(text).name)
  const name = withoutLabel(text)
  const isSection = isSectionName(text) || (name === title && sectionName(text) !== null)
  return isSection ? '' : name
}

function withoutLabel(text: string): string {
  const title = cleanPlainTitle(titleNotes(text).name)
  return title.replace(LABEL_FIRST, '').replace(LABEL_LAST, '').trim()
}

function asName(step: string): string {
  const words = step.replaceAll(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
