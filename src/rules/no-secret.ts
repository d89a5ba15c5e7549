import { placeOf } from '../core/place.ts'
import type { DocumentRule } from '../core/rule.ts'

/** No token, key or password stands in a file. */
export const noSecret: DocumentRule = {
  id: 'no-secret',
  summary: 'No well-known tokens, private keys or addresses with passwords.',
  why: 'Memory is committed, pushed and read into every conversation: a secret in it is known to all of them, for as long as git keeps it. Found are tokens of GitHub, npm, Slack, SendGrid, Shopify, OpenAI, Anthropic, Linear and 1Password, secret keys of AWS, private keys, and passwords in addresses; a password in a sentence is not.',
  mend: 'Take the secret out and replace it at its source, because it is in the history already if it was committed. Name where it is kept instead.',
  severity: 'error',
  fixable: false,
  example: {
    bad: 'Staging runs on postgres://app:hunter2hunter2@db.example.org:5432/shop\n',
    good: 'Staging runs on the database that `DATABASE_URL` in the vault names.\n',
  },
  subject: 'document',
  check: ({ secrets, starts }, report) => {
    for (const { detector, range } of secrets) {
      report({
        place: placeOf(starts, range.start, range.end),
        message: `Unexpected secret, found by ${detector}`,
        help: 'Remove it, and rotate it if it was ever committed.',
      })
    }
  },
}
