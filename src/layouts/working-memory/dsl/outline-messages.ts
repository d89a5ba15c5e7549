import { nearest } from '../../../formats/nearest.ts'
import { LISTS, SECTIONS } from './grammar.ts'
import type { List, Section } from './outline.ts'
import type { SectionId } from './update.ts'

/** What is said of a line that fits nowhere; `section` where it is another one's than that which the line stands in. */
export type Said = {
  readonly message: string
  readonly help: string
  readonly section?: SectionId | null
}

const HEADERS = SECTIONS.map(({ header }) => header)

/** An indented line with no bullet that it could belong to. */
export const TOO_DEEP: Said = {
  message: 'Unexpected indent, expected a bullet above that this line belongs to',
  help: 'Indent sections not at all, lists by one level, bullets by two; a level is two spaces or a tab.',
}

/** A bullet with too little indent. */
export const BULLET_AS_LIST: Said = {
  message: 'Unexpected bullet at the level of a list, expected it one level deeper',
  help: 'Indent the bullets of a list by two levels: four spaces or two tabs.',
}

/** A line that means to be a section's header; null for any other. */
export function misspeltSection(body: string, above: Section | null): Said | null {
  if (body.length > 40 || !body.endsWith(':') || isListHeader(body)) return null
  const guess = nearest(body.slice(0, -1), HEADERS)
  if (guess === undefined) return null
  return {
    // It may be a line of the snippet above that lost its indent: that must not be applied without it.
    section: above?.id === 'verbatim' ? 'verbatim' : null,
    message: `Unexpected section ${shown(body.slice(0, -1))}, expected ${oneOf(HEADERS)}`,
    help: `Did you mean ${guess}?`,
  }
}

/** Any other line that is not indented. */
export function notSection(body: string): Said {
  return {
    message: `Unexpected ${shown(body)} at the start of a line, expected ${oneOf(HEADERS)}`,
    help: isListHeader(body)
      ? 'Indent the list by one level below its section: two spaces or a tab.'
      : 'Delete the line, or indent it by three levels if it belongs to the snippet above.',
  }
}

/** A line that stands where a list's header should. */
export function notList(body: string, id: SectionId): Said {
  const names = LISTS[id]
  const guess = body.endsWith(':') ? nearest(body.slice(0, -1), names) : undefined
  return {
    message: `Unexpected ${shown(body)} in ${headerOf(id)}, expected ${oneOf(names.map((name) => `${name}:`))}`,
    help: guess === undefined ? 'Correct the name of the list.' : `Did you mean "${guess}:"?`,
  }
}

/** An indent of half a level. */
export function oddIndent(width: number): Said {
  return {
    message: `Unexpected indent of ${width} ${width === 1 ? 'column' : 'columns'}, expected an even number`,
    help: 'Indent by two spaces or one tab a level.',
  }
}

/** A section or list that was there before. */
export function secondHeader(name: string): Said {
  return { message: `Unexpected second ${name}, expected one`, help: 'Join the two.' }
}

/** A header with text on its line. */
export function textBehind(name: string): Said {
  return {
    message: `Unexpected text behind ${name}:, expected it on lines of its own`,
    help: `Write nothing behind the colon, or (none) where ${name} is empty.`,
  }
}

/** An indented line with no section above it. */
export function outsideSection(body: string): Said {
  return {
    message: `Unexpected ${shown(body)} outside of any section, expected a section above it`,
    help: `Start with ${oneOf(SECTIONS.map(({ header }) => `${header}:`))}, not indented.`,
  }
}

/** A bullet straight below a section. */
export function withoutList(id: SectionId): Said {
  return {
    message: `Unexpected line in ${headerOf(id)} without a list, expected ${oneOf(LISTS[id].map((name) => `${name}:`))} above it`,
    help: 'Put the bullet below the list that it belongs to.',
  }
}

/** What stands where a bullet should, often the second line of the one above it. */
export function notBullet(id: SectionId, { name, bullets }: List): Said {
  if (bullets.length === 0 || (id === 'verbatim' && name === 'ADD')) {
    return {
      message: 'Unexpected line, expected a bullet that starts with `- `',
      help:
        id === 'verbatim'
          ? 'Start it with `- `; further lines of a snippet are indented by three levels.'
          : 'Start it with `- `.',
    }
  }
  return secondLine(id === 'learnings' && name === 'ADD' ? 'an insight' : 'a bullet')
}

/** What is said of a further line where there may be only one. */
export function secondLine(what: string): { readonly message: string; readonly help: string } {
  return {
    message: `Unexpected second line of ${what}, expected it on one line`,
    help: 'Join the lines, or start another bullet with `- `.',
  }
}

/** A text as a message shows it: cut, and in quotes. */
export function shown(text: string): string {
  return JSON.stringify(text.length > 30 ? `${text.slice(0, 30)}…` : text)
}

function isListHeader(body: string): boolean {
  return [...LISTS.progress, ...LISTS.learnings].some((name) => body.startsWith(`${name}:`))
}

function headerOf(id: SectionId): string {
  return SECTIONS.find((section) => section.id === id)?.header ?? id
}

function oneOf(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? '') : `one of ${names.join(', ')}`
}
