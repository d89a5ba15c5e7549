import { describe, expect, test } from 'vitest'
import { findSecrets, redactSecrets } from '../../src/formats/secrets.ts'
import { randomOf } from '../helpers/sample-secrets.ts'

const join = (...parts: readonly string[]): string => parts.join('')
const HEX = '0123456789abcdef'
const BASE36 = '0123456789abcdefghijklmnopqrstuvwxyz'
const WORD = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'
const ANY = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789!#%&*+?@^_-'

/** A disguise: a text, with the parts of its secret; marks may lie between them. */
type Disguise = readonly [kind: string, before: string, parts: readonly string[], behind?: string]

/** Each is put together when the test runs: no scanner finds a secret in this file. */
function disguises(seed: number): readonly Disguise[] {
  const random = randomOf(seed)
  const github = (): string => join('gh', 'p_', random(36))
  const split = (token: string, at: number, ...marks: readonly string[]): string[] => [
    token.slice(0, at),
    ...marks,
    token.slice(at),
  ]
  return [
    ['a name in capitals', 'TAVILY_API_KEY=', [random(32)]],
    ['exported', 'export KIE_API_KEY=', [random(32, HEX)]],
    ['a password in capitals', 'DB_PASSWORD=', [random(20, ANY)]],
    ['a password in quotes', 'DB_PASSWORD="', [random(16, ANY)], '"'],
    ['API Key:', 'API Key: ', [random(24)]],
    ['API key in bold', '**API Key:** ', [random(24)]],
    ['API key in code', '- API key: `', [random(40, WORD)], '`'],
    ['API key in bold and code', '- **API key**: `', [random(32, BASE36)], '`'],
    ['API key on the next line', 'API key:\n\n    ', [random(32)]],
    ['API key in a list below', '- API key:\n  - ', [random(32)]],
    ['a key for somebody', 'The API key for the staging shop is ', [random(32)], '.'],
    ['a key in brackets', 'API key (staging): ', [random(32, HEX)]],
    ['a key behind a dash', '- Mailgun key — ', [random(32)]],
    ['a key behind an arrow', 'Signing key -> ', [random(43, WORD)]],
    ['a table', '| Token | ', [random(40)], ' |'],
    ['a table with code', '| `API_TOKEN` | `', [random(40)], '` |'],
    ['YAML', 'shop:\n  secret_key: ', [random(50)]],
    ['YAML in quotes', "shop:\n  client_secret: '", [random(40)], "'"],
    ['YAML, hexadecimal', 'shop:\n  api_access_token: ', [random(32, HEX)]],
    ['JSON', '{ "appSecret": "', [random(32)], '" }'],
    ['JSON, a key of a vendor', '{ "BRAVE_API_KEY": "', [random(31)], '" }'],
    ['JSON in JSON', '{ "text": "{\\"token\\": \\"', [random(32)], '\\"}" }'],
    ['TypeScript', "const apiKey = '", [random(32)], "'"],
    ['Ruby', ':auth_token => "', [random(32)], '"'],
    ['Go', 'token := "', [random(32)], '"'],
    ['an option', 'shop login --token ', [random(32)]],
    ['an option with a sign', 'shop login --api-key=', [random(32)]],
    ['a header', 'Authorization: Bearer ', [random(48, WORD)]],
    ['a header of curl', 'curl -H "X-Api-Key: ', [random(40)], '" https://api.acme.dev'],
    ['Bearer alone', 'Bearer ', [random(32)]],
    ['Bearer in a sentence', 'Call it with the bearer token ', [random(32)], '.'],
    ['?token=', 'https://shop.acme.dev/feed?token=', [random(32, HEX)]],
    ['&key=', 'https://shop.acme.dev/map?zoom=3&key=', [random(32)], '&layers=2'],
    ['?api_key= in a link', '[Feed](https://shop.acme.dev/feed?api_key=', [random(24)], ')'],
    ['access_token in a fragment', 'https://shop.acme.dev/#access_token=', [random(40)], '&state=1'],
    ['password in prose', 'The password of the admin is ', [random(14, ANY)], ' since May.'],
    ['Password:', '- Password: ', [random(12, ANY)]],
    ['password in code', 'password `', [random(18, ANY)], '`'],
    ['user and password', 'User: shop / Password: ', [random(16, ANY)]],
    ['pwd', 'server=db;uid=sa;pwd=', [random(16)], ';'],
    ['passphrase', 'Passphrase: ', [random(24, ANY)]],
    ['Chinese', '- 密码：`', [random(16, ANY)], '`'],
    ['Russian', '- **Пароль:** ', [random(16, ANY)]],
    ['Russian token', 'Токен: ', [random(32)]],
    ['webhook secret', 'Webhook secret: ', [random(32)]],
    ['encryption key', 'ENCRYPTION_KEY=', [random(64, HEX)]],
    ['client secret of Google', 'client_secret: GOC', ['SPX-', random(28, WORD)]],
    ['escaped', 'Use ', [join('gh', 'p'), '\\', join('_', random(36))], ' now.'],
    ['escaped twice', 'Use ', [join('github', '\\_', 'pat', '\\_'), random(22), '\\', join('_', random(59))]],
    ['escaped dash', 'Use ', [join('gl', 'pat'), '\\', join('-', random(20))]],
    ['split by bold', 'Use ', split(github(), 12, '**')],
    ['begun in bold', 'Use **', [join('gh', 'p_'), '**', random(36)]],
    ['split by code', 'Use `', split(github(), 20, '``'), '`'],
    ['split by strokes', 'Use ', split(github(), 9, '~~')],
    ['split without width', 'Use ', split(github(), 15, '\u200b')],
    ['a labelled one, escaped', 'API key: ', [random(12), '\\', join('_', random(20))]],
    ['an example that is none', 'For example: ', [join('sk', '-proj-', 'example-', random(48))]],
    ['example next to it', 'Example token: ', [random(40)]],
    ['a test key that is none', '# example\nAPI_KEY=', [random(40)]],
    ['Telegram behind a name', 'bot', [random(10, '123456789'), ':', 'AA', random(33, WORD)], '/getMe'],
  ]
}

const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1)
const KINDS = disguises(1).length

describe('disguised secrets', () => {
  test('there are sixty', () => {
    expect(KINDS).toBe(60)
  })

  test.each(SEEDS)('three are missed at most (%i)', (seed) => {
    const missed = disguises(seed).filter(([, before, parts, behind = '']) => {
      const text = join(before, ...parts, behind)
      const end = text.length - behind.length
      // All but what looks like the end of a sentence, or like a mark before it.
      const shown = redactSecrets(text).slice(before.length, end)
      return shown.replace(/[*\s\u200b]/g, '').length > 2
    })
    expect(missed.slice(0, missed.length > 3 ? undefined : 0).map(([kind]) => kind)).toEqual([])
  })
})

/** Sixty texts with such words that give nothing away. */
function innocents(seed: number): readonly (readonly [what: string, text: string])[] {
  const random = randomOf(seed)
  const uuid = [8, 4, 4, 4, 12].map((length) => random(length, HEX)).join('-')
  return [
    ['a key by its name', 'Set `API_KEY` and `DB_PASSWORD` in `.env`.'],
    ['a key without a value', 'API_KEY=\nDB_PASSWORD=\nTOKEN='],
    ['a variable of a shell', 'API_KEY=$SHOP_API_KEY_FOR_STAGING_2024'],
    ['a variable in braces', join('token: $', '{SHOP_TOKEN_V2_OF_STAGING_42}')],
    ['a variable of Windows', 'password=%DB_PASSWORD_1%'],
    ['a template', 'token: {{ .Values.shopToken2 }}'],
    ['an expression of a workflow', join('token: $', '{{ secrets.GITHUB_TOKEN }}')],
    ['a reference to a vault', 'password: vault:secret/data/shop2/prod#password'],
    ['a reference to 1Password', 'API key: op://Shop/Staging-2/api-key'],
    ['a reference of AWS', 'secret: arn:aws:secretsmanager:eu-west-1:123456789012:secret:shop/db-a1B2c3'],
    ['a read from the environment', "const apiKey = process.env['SHOP_API_KEY_2024']"],
    ['a call', 'token = base64.b64encode(secrets.token_bytes(32))'],
    ['a call of another kind', 'const key = createHash2Key(shopId2Value, v2)'],
    ['angle brackets', 'API key: <your-api-key-1>'],
    ['crosses', `API key: ${'x'.repeat(32)}`],
    ['stars', `token: ${'*'.repeat(32)}`],
    ['dots', 'token: abc123...'],
    ['your key', 'API_KEY=your-api-key-here-1234567890'],
    ['words of a key', 'SECRET_KEY=change-me-to-a-long-random-string-of-50-characters'],
    ['the alphabet with numbers', 'token: abc123def456ghi789jkl012'],
    ['numbers', 'API_KEY=12345678901234567890'],
    ['a password of a test', 'password: hunter2'],
    ['a longer one', 'password: Hunter2Hunter2'],
    ['a password of letters and numbers', 'Password: Test1234!'],
    ['a password of documentation', 'password: P@ssw0rd123!'],
    ['another one', '"password": "S3cur3P@ss!"'],
    ['rules for passwords', 'Password: 8-64 characters, A-Z, a-z, 0-9 and one of !@#$%^&*'],
    ['an algorithm for passwords', 'Password hashing: argon2id, m=19456,t=2,p=1'],
    ['a hash of a password', `password_hash: ${join('$2', 'b$12$', random(53))}`],
    ['the hash of a token', `token_hash: ${random(64, HEX)}`],
    ['a commit next to a key', `Rotated the key in ${random(40, HEX)}.`],
    ['a commit behind a colon', `Key commit: ${random(40, HEX)}`],
    ['a blob', `key: ${random(64, HEX)}`],
    ['a short commit', `The API key was removed in ${random(8, HEX)}.`],
    ['a UUID', `key: ${uuid}`],
    ['a UUID as a token', `session token ${uuid}`],
    ['a ULID', `key: 01${random(24, '0123456789ABCDEFGHJKMNPQRSTVWXYZ')}`],
    ['a file by its digest', `secret.bin sha256:${random(64, HEX)}`],
    ['a key of a lockfile', `"keytar@7.9.0": { "integrity": "sha512-${random(86)}==" }`],
    ['a fingerprint', `SSH key fingerprint: SHA256:${random(43)}`],
    ['a public key', `Deploy key: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${random(43)}`],
    ['a public key by its name', `public_key: ${random(44)}`],
    ['a publishable key', `Publishable key: ${join('pk', '_live_', random(24))}`],
    ['a key of tests', `Stripe key: ${join('sk', '_test_', random(24))}`],
    ['a key of a cache', `cache_key: build-${random(20)}`],
    ['a key of a map', `{ "key": "${random(21, WORD)}", "value": 1 }`],
    ['a key of a bucket', `Object key: uploads/2026/02/${random(20)}.png`],
    ['a key of a table', `Primary key: ${random(20)}`],
    ['a key for idempotency', `Idempotency-Key: ${random(24)}`],
    ['the name of a key', `key_name: shop-${random(16)}`],
    ['the id of a key', `key_id: ${random(20)}`],
    ['a token of a page', `next_page_token: ${random(40)}`],
    ['a file of tokens', 'design tokens: packages/ui2/src/tokens2/index.v2.ts'],
    ['counts of tokens', 'tokens: 128000, max_tokens=4096, tokens/s: 42.5'],
    ['a model', 'The key model is claude-3-5-sonnet-20241022, then gpt-4o-2024-08-06.'],
    ['a model with more', 'Token limit: Qwen2.5-Coder-32B-Instruct-Q4_K_M'],
    ['a slug', 'Key: 2026-02-08-fix-auth-token-refresh-v2-and-3-more-things'],
    ['a date', 'Key rotated: 2026-02-08T10:30:00.000Z'],
    ['an image', `![key](data:image/png;base64,iVBORw0KGgo${random(400)})`],
    ['an address', 'Key: https://shop.acme.dev/docs/v2/keys2?lang=en'],
  ]
}

describe('innocents', () => {
  test('there are sixty', () => {
    expect(innocents(1)).toHaveLength(60)
  })

  test.each(SEEDS)('none is a secret (%i)', (seed) => {
    const found = innocents(seed).filter(([, text]) => findSecrets(text, 'a.md').length > 0)
    expect(found).toEqual([])
  })
})

describe('a labelled secret', () => {
  test('has its place in the text as it is written', () => {
    const value = randomOf(4)(32)
    const text = `Mind *this*.\n\nThe \\*first\\* API\\_KEY: \`${value.slice(0, 9)}**${value.slice(9)}\` is new.`
    const start = text.indexOf(value.slice(0, 9))
    expect(findSecrets(text, 'a.md')).toMatchObject([
      { detector: 'random value behind a label', range: { start, end: start + value.length + 2 } },
    ])
  })

  test('on ones own machine opens nothing', () => {
    const value = randomOf(5)(32)
    expect(findSecrets(`http://127.0.0.1:8888/?token=${value}`, 'a.md')).toEqual([])
    expect(findSecrets(`http://shop.acme.dev:8888/?token=${value}`, 'a.md')).toHaveLength(1)
  })
})
