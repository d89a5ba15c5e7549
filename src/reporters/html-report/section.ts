import { h } from 'hastscript'
import type { Element } from './element.ts'

/** A part of the page, which the list of contents links to. */
export type Section = {
  readonly id: string
  readonly title: string
  readonly content: readonly Element[]
}

/** A section under its heading, which names it. */
export function section({ id, title, content }: Section): Element {
  const heading = `${id}-heading`
  return h('section', { id, ariaLabelledBy: heading }, [h('h2', { id: heading }, title), ...content])
}

/** The heading of what belongs to one layout; none where the report has only one. */
export function layoutHeading(layout: string, all: readonly unknown[]): Element[] {
  return all.length > 1 ? [h('h3', `Layout ${layout}`)] : []
}
