import type { DocumentRule, Found } from '../../../core/rule.ts'
import type { Range, Source } from '../../../core/source.ts'
import { lineAt, placeOf } from '../../../core/text.ts'
import { type LabelLine, lineRange, type Token, tagParts } from '../../../formats/entry-labels.ts'
import { cleanTag } from '../../../formats/names.ts'
import { ENTRY_KINDS, entriesOf, exactLabel } from '../entries.ts'

/** Tags have one spelling. */
export const entryTags: DocumentRule = {
  id: 'entry-tags',
  summary: 'Tags are lower-case kebab, each once.',
  why: 'Entries are found by equal tags: `NestJS`, `nest js` and `#nestjs` are three tags, and a search for one misses the others.',
  howToFix:
    '`check --fix` lower-cases tags, joins their words with hyphens, and drops `#`, quotes, repeated and empty ones. Spell other tags with a-z, 0-9, `.`, `+`, `#` and `-`.',
  severity: 'error',
  fixable: true,
  example: {
    bad: '**Tags:** NestJS, `task graph`, nestjs,\n',
    good: '**Tags:** nestjs, task-graph\n',
  },
  kinds: ENTRY_KINDS,
  subject: 'document',
  check: (source, report) => {
    for (const { tags } of entriesOf(source)?.entries ?? []) {
      if (!tags) continue
      if (tags.tags.length === 0) {
        report(unlessContinued(source, tags, emptyLine(source, tags)))
        continue
      }
      if (!tags.isExact) report(exactLabel(source, tags, '**Tags:**'))
      for (const found of checkTags(source, tagParts(tags.value))) {
        report(found.message === EMPTY ? unlessContinued(source, tags, found) : found)
      }
    }
  },
}

const EMPTY = 'A tag is empty'

/** Where text follows the label's line at once, it may be the rest of the list: that is for a person to join. */
function unlessContinued({ text, starts }: Source, { line }: LabelLine, found: Found): Found {
  const next = lineRange(text, starts, lineAt(starts, line.start) + 1)
  const following = next ? text.slice(next.start, next.end).trim() : ''
  if (following === '' || /^(?:[*_]{2}\w+[*_:]|<!--|#|-{3,}$)/.test(following)) return found
  const { edits: _, ...kept } = found
  return { ...kept, help: 'Write all tags on this line, separated by commas.' }
}

function emptyLine({ text, starts }: Source, { line }: LabelLine): Found {
  const next = starts[lineAt(starts, line.start)] ?? text.length
  return {
    place: placeOf(starts, line.start, line.end),
    message: 'The tags line is empty',
    help: 'Name the tags, separated by commas, or delete the line.',
    edits: [{ start: line.start, end: next, text: '' }],
  }
}

function checkTags(source: Source, parts: readonly Token[]): Found[] {
  const seen = new Set<string>()
  return parts.flatMap((part, index) => {
    const withComma = { start: parts[index - 1]?.end ?? part.start, end: part.end }
    if (part.text === '') {
      // With no tag before it, an empty one goes with the comma behind it.
      const withNext = { start: part.start, end: parts[index + 1]?.start ?? part.end }
      return [emptyTag(source, seen.size === 0 ? withNext : withComma)]
    }
    const clean = cleanTag(part.text)
    const spelling = clean ?? part.text
    if (seen.has(spelling)) return [repeated(source, part, withComma)]
    seen.add(spelling)
    return clean === part.text ? [] : [misspelt(source, part, clean)]
  })
}

function misspelt({ starts }: Source, part: Token, clean: string | null): Found {
  const found = {
    place: placeOf(starts, part.start, part.end),
    message: `Tag ${part.text} should be ${clean ?? 'lower-case kebab: a-z, 0-9, then also . + # -'}`,
    help: clean ? `Write it as ${clean}.` : 'Spell the tag with lower-case letters, digits and hyphens.',
  }
  return clean ? { ...found, edits: [{ start: part.start, end: part.end, text: clean }] } : found
}

function emptyTag({ starts }: Source, { start, end }: Range): Found {
  return {
    place: placeOf(starts, start, end),
    message: EMPTY,
    help: 'Write the tag, or delete the comma.',
    edits: [{ start, end, text: '' }],
  }
}

function repeated({ starts }: Source, part: Token, withComma: Range): Found {
  return {
    place: placeOf(starts, part.start, part.end),
    message: `Tag ${part.text} is repeated`,
    help: 'Delete it.',
    edits: [{ ...withComma, text: '' }],
  }
}
