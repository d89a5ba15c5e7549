import type { DocumentRule } from '../core/rule.ts'
import { placeOf } from '../core/text.ts'
import { proseOf } from '../formats/free-text.ts'

/** `[PROJECT_NAME]` and `{{PROJECT_NAME}}` by themselves: no link, no label, no part of a path or pattern. */
const PLACEHOLDER =
  /(?<![\w\]!/.\\@$%#:={-])(?:\[([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\](?![([{:])|\{\{ ?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+) ?\}\})(?![\w/\\-]|\.\w)/g

const LABEL = /\[([A-Z][A-Z0-9_]*)\]:/g

/** What placeholders ask for. `[IN_PROGRESS]`, `[NEEDS_REVIEW]` and `[SECURITY_FLAG]` are words of their own. */
const ASKED =
  /^(?:YOUR|INSERT|ENTER|ADD|REPLACE|PLACEHOLDER)_|_(?:NAMES?|TITLES?|DATES?|VERSION|DESCRIPTIONS?|CONTENTS?|TEXT|URL|LINK|PATH|FILES?|FOLDER|DIRECTORY|IDS?|NUMBER|TYPES?|LISTS?|RULES?|SECTIONS?|COMMANDS?|EMAIL|AUTHORS?|OWNER|VALUES?|STACK|LANGUAGES?|FRAMEWORKS?|SUMMARY|PURPOSE|GOALS?|VISION|STATEMENT|DETAILS|EXAMPLES?|INSTRUCTIONS?|REQUIREMENTS|HERE|PLACEHOLDER)(?:_\d+)?$/

/** Files that are templates by their names. */
const TEMPLATE = /(?:^|[-_ /.])templates?(?:[-_ /.]|$)/i

/** What a template asks for in words, and a field that is not filled in. */
const LEFT_OVER =
  /\[(?:if applicable|if any|insert|describe|fill in|to be filled|e\.g\.)[^\]\r\n]{3,120}\](?![([:])|^[ \t]*[-*] (?:\*\*)?[A-Z][\w ]{1,30}:(?:\*\*)?[ \t]*\.\.\.[ \t]*$/gim

/** Texts that show agents the form of what they write. */
const OF_FORMS = /(?:^|\/)(?:skills|agents|commands?|prompts|chatmodes|workflows)\//i

const NAMED = 3

/** What a template leaves for people to fill in is filled in. */
export const placeholderLeft: DocumentRule = {
  id: 'placeholder-left',
  summary: 'No placeholder of a template is left in text that a model reads.',
  why: 'A model takes `[PRINCIPLE_1_NAME]` for a rule of the project, or makes up what it may mean. A file that still has the placeholders of its template was never filled in, or was overwritten by it.',
  howToFix:
    'Write what the placeholder is for, or take its line out. A placeholder that is meant to stay goes into a code span.',
  severity: 'warning',
  severities: ['warning', 'info'],
  fixable: false,
  example: { bad: '# [PROJECT_NAME] Constitution\n', good: '# Storefront Constitution\n' },
  subject: 'document',
  check: ({ kind, path, text, markdown, starts }, report) => {
    if (!kind.freeText || !markdown || TEMPLATE.test(path)) return
    const isNamed = text.search(PLACEHOLDER) >= 0
    const isLeft = !OF_FORMS.test(path) && text.search(LEFT_OVER) >= 0
    if (!isNamed && !isLeft) return
    const prose = proseOf(text, markdown)
    const left = isLeft ? [...prose.matchAll(LEFT_OVER)] : []
    const [one] = left
    if (one) {
      const more = left.length > 1 ? `, and ${left.length - 1} more in this file` : ''
      report({
        place: placeOf(starts, one.index, one.index + one[0].length),
        severity: 'info',
        message: `The template's \`${one[0].trim().slice(0, 60)}\` is not filled in${more}`,
        help: 'Write what it asks for, or take its line out.',
      })
    }
    // `[X_NAME]` with a definition is a link.
    const labels = new Set([...prose.matchAll(LABEL)].map(([, label = '']) => label))
    const found = [...prose.matchAll(PLACEHOLDER)].filter(
      ([, label, braced = '']) => ASKED.test(label ?? braced) && !labels.has(label ?? ''),
    )
    const [first] = found
    if (!first) return
    const names = [...new Set(found.map(([written]) => written))]
    const shown = names.slice(0, NAMED).join(', ')
    report({
      place: placeOf(starts, first.index, first.index + first[0].length),
      message:
        found.length === 1
          ? `The placeholder ${shown} is not filled in`
          : `${found.length} placeholders are not filled in: ${shown}${names.length > NAMED ? ' …' : ''}`,
      help: 'Write what each is for, or take its line out. One that is meant to stay goes into a code span.',
    })
  },
}
