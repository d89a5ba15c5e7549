import type { DocumentRule } from '../core/rule.ts'
import { placeOf } from '../core/text.ts'

/** No token, key or password is in a file. */
export const noSecret: DocumentRule = {
  id: 'no-secret',
  summary:
    'No well-known tokens, private keys, addresses with passwords, or random values behind a label such as `API key`.',
  why: 'Memory is committed, pushed and read into every conversation: a secret in it is in every clone and every conversation, for as long as git keeps it. Found are private keys, passwords in addresses of any scheme, JSON web tokens, and tokens and keys of 1Password, age, Anthropic, AWS, Azure, Databricks, DigitalOcean, Discord, Docker, Figma, GitHub, GitLab, Google, Grafana, Groq, HashiCorp Vault, Hugging Face, Linear, Notion, npm, OpenAI, OpenRouter, PyPI, SendGrid, Shopify, Slack, Stripe (live), Supabase, Tavily, Telegram and Vercel. Of any other service a value is found that looks random and has a word such as `key`, `token`, `secret`, `password` or `Bearer` before it: in an assignment, an address, a table, a list or a sentence. Escapes and marks of Markdown within a secret hide nothing. Not found is a password of words, and a value without such a word before it. Placeholders (`<password>`, `xxxx`, `your-token`, `changeme`), ids, digests, keys that are public, and addresses of `localhost`, `127.0.0.1` and `example.*`, are no secrets. No output of memkeep repeats a secret: it shows stars.',
  howToFix:
    'Take the secret out and replace it at its source, because it is in the history already if it was committed. Where only an older commit of a push or pull request has it, rewrite that commit as well. Name where it is kept instead. For one that may stay, such as a key of a test that opens nothing, put the fingerprint that the finding names into `secrets: { allow: [sha256:…] }` of `memkeep.yaml`.',
  severity: 'error',
  ofForeign: true,
  fixable: false,
  example: {
    bad: 'Staging runs on postgres://app:hunter2hunter2@db.acme.dev:5432/shop\n',
    good: 'Staging runs on the database that `DATABASE_URL` in the vault names.\n',
  },
  subject: 'document',
  check: ({ secrets, starts }, report) => {
    for (const { detector, range, fingerprint } of secrets) {
      report({
        place: placeOf(starts, range.start, range.end),
        message: `This looks like a secret (${detector})`,
        help: `Remove it. If it was ever committed, replace it at its source: git keeps it. If it opens nothing, allow it in memkeep.yaml, in a change that is merged before this one: \`secrets: { allow: [${fingerprint}] }\`.`,
      })
    }
  },
}
