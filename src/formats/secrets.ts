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

/** What every pattern of the detectors begins with or has within, but for those of addresses; each reads slowly by itself. */
const MARK =
  /PRIVATE KEY|npm_|xox[abopr]-|xapp-|SG\.|shp(?:pa|ca|at|ss)_|gh[pousr]_|github_pat_|T3BlbkFJ|sk-ant-api0|lin_api_|ops_ey|(?:ACCESS|access|Access)_?(?:KEY|key|Key)/
const ADDRESS = /(?:mongodb(?:\+srv)?|mysqlx?|postgres(?:ql)?|[a-z\d]:\/\/[-\w]{1,256}):|hooks\.slack\.com/i

/** Files of this name no detector reads in a way of its own, as one does `.npmrc` and another `package.json`. */
const PLAIN_PATH = /\.md$/i

/** What a detector would say about a secret is not wanted: it quotes the secret. */
const UNSAID = { message: '', messageId: '', data: undefined }

/**
 * Finds tokens, private keys and passwords in a text by secretlint's recommended detectors, each with its own list of
 * well-known examples that are no secrets. In source order. The path tells a detector what kind of file it looks at.
 */
export function findSecrets(text: string, path: string): SecretHit[] {
  return PLAIN_PATH.test(path) && !mayHoldSecret(text) ? [] : everySecret(text, path)
}

/** The same without a look ahead: each detector reads every text. */
export function everySecret(text: string, path: string): SecretHit[] {
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

/** False for a text in which no detector can find anything. */
function mayHoldSecret(text: string): boolean {
  return MARK.test(text) || (text.includes('://') && ADDRESS.test(text))
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
