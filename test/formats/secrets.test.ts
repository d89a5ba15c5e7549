import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { findSecrets, redactSecrets } from '../../src/formats/secrets.ts'
import { sampleSecrets } from '../helpers/sample-secrets.ts'

const join = (...parts: string[]) => parts.join('')
const mixed = (length: number) => 'aB3dE5gH7jK9mN1pQ4rS6tU8vW0xYz2C'.repeat(20).slice(0, length)

const SAMPLES = [1, 2, 3, 4, 5].flatMap((seed) => sampleSecrets(seed).map((one) => ({ ...one, seed })))

describe('secrets', () => {
  test.each(SAMPLES)('$kind ($seed)', ({ detector, secret, text = secret }) => {
    const whole = `# Deploy\n\nUse ${text} for staging.\n`
    const hits = findSecrets(whole, 'memory/deploy.md')
    expect(hits.map((hit) => [hit.detector, whole.slice(hit.range.start, hit.range.end)])).toEqual([
      [detector, secret],
    ])
  })

  test('hardly any of a kind looks like a placeholder', () => {
    const missed = new Map<string, number>()
    for (let seed = 100; seed < 300; seed++) {
      for (const { kind, secret, text = secret } of sampleSecrets(seed)) {
        if (findSecrets(`Use ${text} for staging.`, 'a.md').length === 0)
          missed.set(kind, (missed.get(kind) ?? 0) + 1)
      }
    }
    expect([...missed].filter(([, count]) => count > 2)).toEqual([])
  })

  test('several are reported in source order, and nothing of the secrets but their fingerprints', () => {
    const [first, second] = [join('npm', '_', mixed(36)), join('gh', 'o_', mixed(36))]
    const hits = findSecrets(`\ufeff${second} ${first}`, 'a.md')
    const sha256 = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`
    expect(hits).toEqual([
      { detector: 'github', range: { start: 1, end: 41 }, fingerprint: sha256(second) },
      { detector: 'npm', range: { start: 42, end: 82 }, fingerprint: sha256(first) },
    ])
  })

  test('what two detectors find is one secret', () => {
    const token = join('gh', 'p_', mixed(36))
    const text = `git push https://me:${token}@git.acme.dev/shop`
    expect(findSecrets(text, 'a.md')).toMatchObject([{ detector: 'basicauth', range: { start: 9, end: 73 } }])
  })

  test('a key that is cut off is one', () => {
    const text = join('-----BEGIN ', 'PRIVATE KEY-----\n', mixed(64), '\n', mixed(64), '\n\nAnd so on.')
    expect(findSecrets(text, 'a.md')).toMatchObject([
      { detector: 'privatekey', range: { start: 0, end: 157 } },
    ])
  })

  test('a comment for another tool does not silence a detector', () => {
    const text = `<!-- secretlint-disable -->\n${join('gh', 'p_', mixed(36))}\n`
    expect(findSecrets(text, 'a.md')).toHaveLength(1)
  })

  test('a JSON key is found by its private key', () => {
    const secret = sampleSecrets(7).find(({ kind }) => kind === 'Private key')?.secret ?? ''
    const text = JSON.stringify({ private_key_id: 'x', private_key: secret })
    expect(findSecrets(text, 'key.json')).toMatchObject([{ detector: 'privatekey' }])
  })
})

describe('redacted', () => {
  test.each(SAMPLES)('$kind ($seed) in every way that it is written', ({ secret, text = secret }) => {
    const whole = `Use\n${text}\nfor staging.`
    const stars = redactSecrets(whole)
    expect(stars).toBe(whole.replace(secret, secret.replace(/\S/g, '*')))
    expect(redactSecrets(stars)).toBe(stars)
    const first = secret.split(/[\r\n]+|\\n/).find((line) => !line.startsWith('-----')) ?? secret
    for (const written of [
      JSON.stringify({ whole }),
      JSON.stringify({ text: JSON.stringify({ whole }) }),
      `::error file=a.md,line=1::${whole.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}`,
      `\u001b[1m${text}\u001b[22m`,
      `\\u200b${text}`,
      `<code>${text}</code>`,
      `| \`${text}\` |`,
    ]) {
      expect(redactSecrets(written)).toHaveLength(written.length)
      expect(redactSecrets(written)).not.toContain(first)
    }
  })

  test('what is no secret stays', () => {
    const text = NO_SECRETS.map(([, one]) => one).join('\n\n')
    expect(redactSecrets(text)).toBe(text)
    expect(redactSecrets(JSON.stringify({ text }))).toBe(JSON.stringify({ text }))
  })
})

/** What is in documentation, notes and templates. */
const NO_SECRETS: readonly [what: string, text: string][] = [
  ['empty', ''],
  ['prose about secrets', 'The token is kept in the vault; never write password = "x" here.'],
  [
    'the documented AWS secret',
    join('AWS_SECRET_ACCESS_KEY=', 'wJalrXUtnFEMI/', 'K7MDENG/bPxRfiCYEXAMPLEKEY'),
  ],
  ['the documented AWS id', join('AKIA', 'IOSFODNN7EXAMPLE')],
  ['an AWS id of one letter', join('AKIA', 'X'.repeat(16))],
  ['a placeholder in a URL', 'https://{user}:{password}@git.acme.dev and https://user:password@git.acme.dev'],
  ['brackets in a URL', 'postgres://<user>:<password>@<host>/db'],
  ['a variable in a URL', join('postgres://app:$', '{DB_PASSWORD}@db.acme.dev/shop')],
  ['a shell variable in a URL', 'https://deploy:$TOKEN@github.com/acme/shop.git'],
  ['a variable of Windows', 'https://deploy:%TOKEN%@github.com/acme/shop.git'],
  ['a template', 'amqp://app:{{ .Values.password }}@mq.acme.dev'],
  ['a name of a variable', 'redis://:REDIS_PASSWORD@cache.acme.dev:6379'],
  ['stars', 'mysql://app:********@db.acme.dev/shop'],
  ['crosses', 'mysql://app:xxxxxxxx@db.acme.dev/shop'],
  ['three dots', 'mysql://app:...@db.acme.dev/shop'],
  ['a host of documentation', 'https://user:pass@example.com/'],
  ['one word for the user and the password', 'postgresql://shop_user:shop_pass@postgres:5432/shop'],
  ['a host below one of documentation', 'postgres://admin:aB3dE5gH7j@prod.db.example.com:5432/shop'],
  ['a database of documentation', join('postgres://app:', 'hV4kPq9z', '@example.org:5432/shop')],
  ['a machine of its own', join('postgres://app:', 'hV4kPq9z', '@localhost:5432/shop')],
  ['its number', join('redis://:', 'hV4kPq9z', '@127.0.0.1:6379')],
  ['its number of IPv6', join('redis://:', 'hV4kPq9z', '@[::1]:6379')],
  ['user and password alike', 'postgres://shop:shop@db:5432/shop'],
  ['postgres', 'postgres://postgres:postgres@db:5432/postgres'],
  ['your password', 'mongodb+srv://admin:your-password@cluster0.acme.net'],
  ['change me', 'amqp://app:changeme@mq.acme.dev'],
  ['a database without a password', 'postgres://localhost:5432/shop and redis://cache:6379/0'],
  ['a port and a name behind it', 'https://shop.acme.dev:8080/@scope/package and http://a:80?mail=b@c.dev'],
  ['a repository by SSH', 'ssh://git@github.com:22/acme/shop.git and git@github.com:acme/shop.git'],
  ['an image by its digest', `docker://alpine:3.18@sha256:${'0a1b2c3d'.repeat(8)}`],
  ['a pattern', String.raw`https?://[^:]+:[^@]+@github\.com`],
  ['a placeholder key', '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----'],
  [
    'a placeholder key of words',
    '-----BEGIN RSA PRIVATE KEY-----\nyour private key goes here, all of it, as it is in the file\n-----END RSA PRIVATE KEY-----',
  ],
  [
    'a key of one letter',
    join('-----BEGIN ', 'PRIVATE KEY-----\n', 'A'.repeat(200), '\n-----END ', 'PRIVATE KEY-----'),
  ],
  ['a public key', `-----BEGIN PUBLIC KEY-----\n${mixed(200)}\n-----END PUBLIC KEY-----`],
  ['a short token', 'ghp_short and npm_short and sk-short'],
  ['a token of crosses', `ghs_${'x'.repeat(36)} and ghp_xxxx`],
  ['a token of the alphabet', 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'],
  ['a token of words', 'sk-your-api-key-goes-here-and-nowhere-else-at-all'],
  ['a token to fill in', 'glpat-xxxxxxxxxxxxxxxxxxxx, AIzaSyXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX'],
  ['a test key of Stripe', join('sk', '_test_', mixed(24))],
  [
    'names with dashes',
    'task-management-and-everything-that-belongs-to-it, sk-learn-compatible-estimators-in-the-shop',
  ],
  [
    'the JWT of the field',
    join(
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9',
      '.',
      'eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0',
      '.',
      mixed(43),
    ),
  ],
  [
    'a variable of npm',
    join('//registry.acme.dev/:_authToken=$', '{NPM_TOKEN} and npm_config_registry_of_the_shop_in_use_today'),
  ],
  ['a hash of a package', `"integrity": "sha512-${mixed(86)}=="`],
  ['an Azure key to fill in', `AccountKey=${'A'.repeat(86)}==;`],
  ['a commit id', '9eac7d8f0b1a2c3d4e5f60718293a4b5c6d7e8f9'],
  ['a UUID', '9eac7d8f-0b1a-4c3d-8e5f-60718293a4b5'],
]

describe('no secrets', () => {
  test.each(NO_SECRETS)('%s', (_, text) => {
    expect(findSecrets(text, 'a.md')).toEqual([])
    expect(findSecrets(text, '')).toEqual([])
  })

  test.each(['password', 'my-my-', 'a', '1', 'test_', 'here-'])(
    'a password of %j again and again is judged in little time',
    (piece) => {
      const before = process.cpuUsage()
      findSecrets(`redis://:${piece.repeat(256 / piece.length - 1)}!?@cache.acme.dev`, 'a.md')
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(500)
    },
  )

  test('a path without an extension, or none at all, is no problem', () => {
    expect(findSecrets('text', '')).toEqual([])
    expect(findSecrets('text', 'a.d/NOTES')).toEqual([])
    expect(findSecrets('not a key', 'key.p12')).toEqual([])
  })
})

describe('hostile texts', () => {
  const LONG = 200_000
  test.each([
    'ey',
    'eyJ-',
    'eyJaaaaaaaaaaaaaaaa.',
    'sk-',
    'sk-ant-api03-',
    'gl-',
    'glpat-a.',
    '://',
    'a://b:',
    'a://a:a',
    'a.b-c+',
    'a:',
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----A',
    '-----BEGIN ',
    'AccountKey=',
    'AKIA',
    'SG.a.',
    'xoxb-a-',
    '_authToken=',
    '$',
    '@',
    'postgres://a:password1',
    'xpassword12',
    'key',
    'key: ',
    'key a ',
    'token (',
    'token: aB3',
    'password ',
    'password: aB3!',
    'key_',
    'key**',
    'abc**',
    'abc\\_abc',
    'abc\u200b',
    '12345678:AA',
    'MTAyNDc4NTY3ODkwMTIzNDU2.',
  ])('%j again and again is read in little time', (piece) => {
    const text = `${join('gh', 'p_', mixed(36))} ${piece.repeat(LONG / piece.length)}`
    const before = process.cpuUsage()
    findSecrets(text, 'a.md')
    // Of the processor: a busy machine lets everything wait.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2_000)
  })
})
