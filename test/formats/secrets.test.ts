import { describe, expect, test } from 'vitest'
import { findSecrets } from '../../src/formats/secrets.ts'

/** Secrets are put together here: a scanner that reads this file must not find one. */
const mixed = (length: number) => 'aB3dE5gH7jK9mN1pQ4rS6tU8vW0xYz2C'.repeat(20).slice(0, length)
const join = (...parts: string[]) => parts.join('')
const pem = (body: string, name = 'PRIVATE KEY') =>
  join('-----BEGIN ', name, '-----\n', body, '\n-----END ', name, '-----')

const SECRETS: readonly [detector: string, secret: string][] = [
  ['aws', join('AWS_SECRET', '_ACCESS_KEY=', mixed(40))],
  ['aws', join('"aws_secret', '_access_key"             =>             "', mixed(40))],
  ['privatekey', pem(join('MIIE', mixed(200)), 'RSA PRIVATE KEY')],
  ['privatekey', pem(join('b3BlbnNzaC1rZXktdjE', mixed(200)), 'OPENSSH PRIVATE KEY')],
  ['npm', join('npm', '_', mixed(36))],
  ['basicauth', join('https://deploy', ':', 'hV4kPq9z', '@', 'git.acme.dev')],
  ['slack', join('xox', 'b-', mixed(11), '-', mixed(12), '-', mixed(24))],
  ['slack', join('https://hooks.', 'slack.com/services/T', mixed(8), '/B', mixed(8), '/', mixed(24))],
  ['sendgrid', join('S', 'G.', mixed(22), '.', mixed(43))],
  ['shopify', join('shp', 'at_', mixed(32))],
  ['github', join('gh', 'p_', mixed(36))],
  ['github', join('github', '_pat_', mixed(82))],
  ['openai', join('sk', '-', mixed(20), 'T3Blbk', 'FJ', mixed(20))],
  ['anthropic', join('sk', '-ant-api03-', mixed(93), 'AA')],
  ['linear', join('lin', '_api_', mixed(40))],
  ['1password', join('ops', '_', btoa(JSON.stringify({ secretKey: mixed(150) })))],
  ['database-connection-string', join('mongodb+srv://app', ':', 'hV4kPq9z', '@db.acme.dev/shop')],
  ['database-connection-string', join('mysql://app', ':', 'hV4kPq9z', '@db.acme.dev/shop')],
  ['database-connection-string', join('postgres://app', ':', 'hV4kPq9z', '@db.acme.dev/shop')],
]

describe('secrets', () => {
  test.each(SECRETS)('%s', (detector, secret) => {
    const text = `# Deploy\n\nUse ${secret} for staging.\n`
    const hits = findSecrets(text, 'memory/deploy.md')
    expect(hits.map((hit) => [hit.detector, text.slice(hit.range.start, hit.range.end)])).toEqual([
      [detector, secret],
    ])
  })

  test('several are reported in source order, and nothing but detector and range', () => {
    const [first, second] = [join('npm', '_', mixed(36)), join('gh', 'o_', mixed(36))]
    const hits = findSecrets(`\ufeff${second} ${first}`, 'a.md')
    expect(hits).toEqual([
      { detector: 'github', range: { start: 1, end: 41 } },
      { detector: 'npm', range: { start: 42, end: 82 } },
    ])
  })

  test('a comment for another tool does not silence a detector', () => {
    const text = `<!-- secretlint-disable -->\n${join('gh', 'p_', mixed(36))}\n`
    expect(findSecrets(text, 'a.md')).toHaveLength(1)
  })

  test('a JSON key is found by its private key', () => {
    const key = pem(join('MIIE', mixed(200))).replaceAll('\n', '\\n')
    const text = JSON.stringify({ private_key_id: 'x', private_key: 'K' }).replace('K', key)
    expect(findSecrets(text, 'key.json')).toMatchObject([{ detector: 'privatekey' }])
  })
})

describe('no secrets', () => {
  test.each([
    ['empty', ''],
    ['prose about secrets', 'The token is kept in the vault; never write password = "x" here.'],
    [
      'the documented AWS example',
      join('AWS_SECRET_ACCESS_KEY=', 'wJalrXUtnFEMI/', 'K7MDENG/bPxRfiCYEXAMPLEKEY'),
    ],
    [
      'a placeholder in a URL',
      'https://{user}:{password}@git.acme.dev and https://user:password@git.acme.dev',
    ],
    ['a local database', 'postgres://localhost:5432/shop'],
    ['a placeholder key', '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----'],
    ['a short token', 'ghp_short and npm_short and sk-short'],
    ['a commit id', '9eac7d8f0b1a2c3d4e5f60718293a4b5c6d7e8f9'],
  ])('%s', (_, text) => {
    expect(findSecrets(text, 'a.md')).toEqual([])
  })

  test('a path without an extension, or none at all, is no problem', () => {
    expect(findSecrets('text', '')).toEqual([])
    expect(findSecrets('text', 'a.d/NOTES')).toEqual([])
    expect(findSecrets('not a key', 'key.p12')).toEqual([])
  })
})
