import type { DocumentRule } from '../../../core/rule.ts'
import { countSentences } from '../../../formats/sentences.ts'
import { estimateTokens } from '../../../formats/tokens.ts'
import { frontMatterPlace } from '../front-matter.ts'

const MOST_SENTENCES = 2
const MOST_TOKENS = 200

/** A description is short enough to be read in every listing. */
export const descriptionLength: DocumentRule = {
  id: 'description-length',
  summary: 'A description has at most 2 sentences and about 200 tokens.',
  why: 'The descriptions of all overviews and plans of a scope are loaded together, before anyone knows which of them matters.',
  howToFix: 'Say what it is in one or two sentences; the rest belongs in the text below.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: 'description: Shared tools. They began as scripts. In 2025 they became packages.\n',
    good: 'description: Tools that every domain uses.\n',
  },
  kinds: ['overview', 'plan'],
  subject: 'document',
  check: (source, report) => {
    const description = source.frontMatter?.fields.description
    if (typeof description !== 'string') return
    const sentences = countSentences(description)
    const tokens = estimateTokens(description)
    if (sentences <= MOST_SENTENCES && tokens <= MOST_TOKENS) return
    const length = sentences > MOST_SENTENCES ? `${sentences} sentences` : `about ${tokens} tokens`
    const limit = sentences > MOST_SENTENCES ? MOST_SENTENCES : MOST_TOKENS
    report({
      place: frontMatterPlace(source, 'description'),
      message: `The description has ${length}, the limit is ${limit}`,
      help: 'Keep one or two sentences, and move the rest into the text below.',
    })
  },
}

/** A description that a person is still to write says `TODO` first. */
const OPEN = /^\s*TODO\b/

/** A description says something: what `memkeep migrate` found no words for is filled in. */
export const descriptionTodo: DocumentRule = {
  id: 'description-todo',
  summary: 'A description is written, and not left as `TODO`.',
  why: '`memkeep migrate` invents nothing: where a document does not say what it is for, its description is `TODO` until a person writes it. Until then the listing does not show whether the document matters.',
  howToFix: 'Say what the document is for, in one or two sentences.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: 'description: "TODO: say what this plan is for"\n',
    good: 'description: Customers get their money back without a phone call.\n',
  },
  kinds: ['overview', 'plan'],
  subject: 'document',
  check: (source, report) => {
    const description = source.frontMatter?.fields.description
    if (typeof description !== 'string' || !OPEN.test(description)) return
    report({
      place: frontMatterPlace(source, 'description'),
      message: 'The description is still TODO',
      help: 'Say what the document is for.',
    })
  },
}
