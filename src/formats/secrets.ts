import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import type { SecretLintRuleContext, SecretLintSourceCode } from '@secretlint/types'
import type { SecretHit } from '../core/source.ts'

const PREFIX = '@secretlint/secretlint-rule-'

/**
 * Left out: `filter-comments` would let a comment in memory silence every detector without a reason, and `gcp`
 * reads the file from disk instead of the text it is given (the private key in its JSON is found by `privatekey`).
 */
const LEFT_OUT: ReadonlySet<string> = new Set([`${PREFIX}filter-comments`, `${PREFIX}gcp`])

const detectors = rules.filter(({ meta }) => !LEFT_OUT.has(meta.id))

/** What a detector would say about a secret is not wanted: it quotes the secret. */
const UNSAID = { message: '', messageId: '', data: undefined }

/**
 * Finds tokens, private keys and passwords in a text by secretlint's recommended detectors, each with its own list of
 * well-known examples that are no secrets. In source order. The path tells a detector what kind of file it looks at.
 */
export function findSecrets(text: string, path: string): SecretHit[] {
  const hits: SecretHit[] = []
  const source = sourceOf(text, path)
  for (const { meta, create } of detectors) {
    const detector = meta.id.slice(PREFIX.length)
    const context: SecretLintRuleContext = {
      sharedOptions: {},
      createTranslator: () => () => UNSAID,
      report: ({ range: [start, end] }) => {
        hits.push({ detector, range: { start, end: detector === 'aws' ? awsEnd(text, start, end) : end } })
      },
      ignore: () => undefined,
    }
    create(context, {}).file?.(source)
  }
  return hits.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end)
}

/** The `aws` detector gives the start of the whole assignment and the length of the key alone: the key must be covered. */
function awsEnd(text: string, start: number, end: number): number {
  const key = /[A-Za-z0-9/+=]{40,}/g
  key.lastIndex = start
  return key.exec(text) ? Math.max(end, key.lastIndex) : end
}

/** The part of secretlint's source that its detectors look at; positions are only asked for by what is left out. */
function sourceOf(text: string, path: string): SecretLintSourceCode {
  const extension = /\.[^./]*$/.exec(path)?.[0] ?? ''
  const source = {
    content: text,
    filePath: path,
    physicalFilePath: undefined,
    contentType: 'text',
    ext: extension,
    hasBOM: text.startsWith('\ufeff'),
  } satisfies Partial<SecretLintSourceCode>
  return source as unknown as SecretLintSourceCode
}
