/** Random texts of a seed: every character as likely as any other. */
export function randomOf(seed: number): (length: number, letters?: string) => string {
  let state = seed * 2654435761 + 1
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state >>> 8) / 2 ** 24
  }
  return (length, letters = ALPHANUMERIC) =>
    Array.from({ length }, () => letters[Math.floor(next() * letters.length)] ?? '').join('')
}

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const WORD = `${ALPHANUMERIC}_-`
const BASE64 = `${ALPHANUMERIC}+/`
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const LETTERS = ALPHANUMERIC.slice(0, 52)
const HEX = '0123456789abcdef'

const join = (...parts: readonly string[]): string => parts.join('')
const json = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A secret among other text: which detector is to find which part of it. */
export type Sample = {
  readonly kind: string
  readonly detector: string
  readonly secret: string
  readonly text?: string
}

/**
 * One secret of each kind that opens nothing: random, and put together here, because a scanner that reads this file must not find
 * one.
 */
export function sampleSecrets(seed: number): readonly Sample[] {
  const random = randomOf(seed)
  const some = (kind: string, detector: string, ...parts: readonly string[]): Sample => ({
    kind,
    detector,
    secret: join(...parts),
  })
  const key = (type: string, start: string, lines: number, end: string): string =>
    [
      join('-----BEGIN ', type, '-----'),
      join(start, random(64 - start.length, BASE64)),
      ...Array.from({ length: lines }, () => random(64, BASE64)),
      join(random(30, BASE64), '=='),
      join('-----END ', type, '-----'),
    ].join(end)
  const given = (one: Sample, before: string, behind: string): Sample => ({
    ...one,
    text: join(before, one.secret, behind),
  })
  return [
    some('GitHub, classic', 'github', 'gh', 'p_', random(36)),
    some('GitHub, of a server', 'github', 'gh', 's_', random(36)),
    some('GitHub, fine-grained', 'github', 'github', '_pat_', random(22), '_', random(59)),
    some('GitLab, personal', 'gitlab', 'gl', 'pat-', random(20, WORD)),
    some('GitLab, routable', 'gitlab', 'gl', 'pat-', random(27, WORD), '.', '01', '.', random(9, HEX)),
    some('GitLab, runner', 'gitlab', 'gl', 'rt-', random(20)),
    some('AWS, key id', 'aws', 'AK', 'IA', random(16, UPPER)),
    given(some('AWS, secret key', 'aws', random(40)), join('AWS_SECRET', '_ACCESS_KEY='), ' '),
    some('Google API', 'google', 'AI', 'za', random(35, WORD)),
    some('Stripe, secret', 'stripe', 'sk', '_live_', random(24)),
    some('Stripe, restricted', 'stripe', 'rk', '_live_', random(99)),
    some('OpenAI, old', 'openai', 'sk', '-', random(48)),
    some('OpenAI, marked', 'openai', 'sk', '-', random(20), 'T3Blbk', 'FJ', random(20)),
    some(
      'OpenAI, project',
      'openai',
      'sk',
      '-proj-',
      random(74, WORD),
      'T3Blbk',
      'FJ',
      random(73, WORD),
      'Q',
    ),
    some('OpenAI, project, unmarked', 'openai', 'sk', '-proj-', random(48)),
    some('Anthropic', 'anthropic', 'sk', '-ant-api03-', random(93, WORD), 'AA'),
    some('Anthropic, OAuth', 'anthropic', 'sk', '-ant-oat01-', random(95, WORD)),
    some('Hugging Face', 'huggingface', 'h', 'f_', random(34, LETTERS)),
    some('Hugging Face, with digits', 'huggingface', 'h', 'f_', random(37)),
    some(
      'JWT',
      'jwt',
      json({ alg: 'HS256', typ: 'JWT' }),
      '.',
      json({ sub: random(12), iat: 1 }),
      '.',
      random(43, WORD),
    ),
    some('PyPI', 'pypi', 'py', 'pi-AgEIcHlwaS5vcmc', random(140, WORD)),
    some('npm', 'npm', 'np', 'm_', random(36)),
    given(
      some('npm, in a file', 'npm', random(8, HEX), '-', random(27, HEX)),
      '//registry.acme.dev/:_authToken=',
      '\n',
    ),
    given(
      some('Azure storage', 'azure', random(86, BASE64), '=='),
      'AccountName=shop;AccountKey=',
      ';EndpointSuffix=x',
    ),
    given(some('Azure service bus', 'azure', random(43, BASE64), '='), 'SharedAccessKey=', ' '),
    given(some('Redis', 'basicauth', 'redis://', ':', random(20), '@cache.acme.dev:6379'), '', '/0'),
    given(
      some('Postgres', 'basicauth', 'postgresql://app', ':', random(12), '!#', '@db-1.acme.dev'),
      '',
      '/shop',
    ),
    given(some('AMQP', 'basicauth', 'amqps://app', ':', random(9), '@10.0.3.7:5671'), '(', '/jobs)'),
    some('HTTP', 'basicauth', 'https://deploy', ':', random(8), '@git.acme.dev'),
    some('Mongo', 'basicauth', 'mongodb+srv://app', ':', random(16), '@c0.acme.mongodb.net'),
    some('Private key', 'privatekey', key('RSA PRIVATE KEY', 'MIIE', 8, '\n')),
    some(
      'Private key of OpenSSH',
      'privatekey',
      key('OPENSSH PRIVATE KEY', 'b3BlbnNzaC1rZXktdjE', 4, '\r\n'),
    ),
    some('Private key on one line', 'privatekey', key('PRIVATE KEY', 'MIIE', 8, '\\n')),
    some('Private key with spaces', 'privatekey', key('EC PRIVATE KEY', 'MHcC', 1, ' ')),
    some('Private key, encrypted', 'privatekey', key('ENCRYPTED PRIVATE KEY', 'MIIF', 8, '\n')),
    some('Private key, quoted', 'privatekey', key('PRIVATE KEY', 'MIIE', 8, '\n> ')),
    some('Private key of PGP', 'privatekey', key('PGP PRIVATE KEY BLOCK', '\nlQOY', 8, '\n')),
    some(
      'Slack',
      'slack',
      'xo',
      'xb-',
      random(12, '0123456789'),
      '-',
      random(13, '0123456789'),
      '-',
      random(24),
    ),
    some(
      'Slack, webhook',
      'slack',
      'https://hooks.',
      'slack.com/services/T',
      random(8, UPPER),
      '/B',
      random(8, UPPER),
      '/',
      random(24),
    ),
    some('SendGrid', 'sendgrid', 'S', 'G.', random(22), '.', random(43)),
    some('Shopify', 'shopify', 'shp', 'at_', random(32, HEX)),
    some('Linear', 'linear', 'lin', '_api_', random(40)),
    some('1Password', '1password', 'ops', '_', btoa(JSON.stringify({ secretKey: random(150) }))),
    some('Grafana', 'grafana', 'gl', 'sa_', random(32), '_', random(8, HEX)),
    some('Groq', 'groq', 'gs', 'k_', random(52)),
    some('Vault', 'hashicorp-vault', 'hv', 's.', random(94, WORD)),
    some('Docker', 'docker', 'dc', 'kr_pat_', random(27, WORD)),
    some('Databricks', 'databricks', 'da', 'pi', random(32, HEX)),
    some('Figma', 'figma', 'fi', 'gd_', random(40, WORD)),
    some('Notion', 'notion', 'nt', 'n_', random(11, '0123456789'), random(35)),
    some('Notion, old', 'notion', 'secret', '_', random(43)),
    some('Telegram', 'telegram', random(10, '123456789'), ':', 'AA', random(33, WORD)),
    some('Tavily', 'tavily', 'tv', 'ly-', random(32)),
    some('Tavily, for development', 'tavily', 'tv', 'ly-dev-', random(32)),
    some('Discord, bot', 'discord', 'M', random(25), '.', random(6, WORD), '.', random(38, WORD)),
    given(
      some('Discord, webhook', 'discord', random(68, WORD)),
      join('https://discord.com/api/web', 'hooks/', random(18, '123456789'), '/'),
      ' ',
    ),
    some('age', 'age', 'AGE-SECRET', '-KEY-1', random(58, 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L')),
    some('Supabase, access', 'supabase', 'sb', 'p_', random(40, HEX)),
    some('Supabase, secret', 'supabase', 'sb', '_secret_', random(31, WORD)),
    some('DigitalOcean', 'digitalocean', 'do', 'p_v1_', random(64, HEX)),
    some('OpenRouter', 'openrouter', 'sk', '-or-v1-', random(64, HEX)),
  ]
}
