import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { LABEL } from '../../src/formats/labelled-secrets.ts'
import { MARKS } from '../../src/formats/marks-in-words.ts'
import { PATTERNS } from '../../src/formats/secret-patterns.ts'
import { everySecret, findSecrets } from '../../src/formats/secrets.ts'

/** How every pattern of the detectors begins: the look ahead was written for these. */
const BEGINNINGS = [
  '["\']?(?:AWS|aws|Aws)?_?(?:SECRET|secret|Secret)_?(?:ACCESS|access|Access)_?(?:KEY|key|Key)["\']?\\s*(?:',
  '-----BEGIN[ ]?(?:(?:RSA|DSA|EC|OPENSSH|PGP) )?PRIVATE KEY(?: BLOCK)?-----',
  '(?<!\\p{L})npm_[A-Za-z0-9_]{36}',
  '\\b(?:xoxb|xoxp|xapp|xoxa|xoxo|xoxr)-',
  'https:\\/\\/hooks\\.slack\\.com\\/services\\/',
  '(?<!\\p{L})SG\\.',
  '(?<!\\p{L})(shppa|shpca|shpat|shpss)_',
  '(?<!\\p{L})(?<type>ghp|gho|ghu|ghs|ghr)_',
  '(?<!\\p{L})(?<type>github_pat)_',
  '(?<!\\p{L})glpat-',
  '(?<!\\p{L})glc_[A-Za-z0-9+/]{32,400}',
  '(?<!\\p{L})glsa_[A-Za-z0-9]{32}',
  'sk-(?:proj|svcacct|admin)-(?:[A-Za-z0-9_-]{74}|[A-Za-z0-9_-]{58})T3BlbkFJ' +
    '(?:[A-Za-z0-9_-]{74}|[A-Za-z0-9_-]{58})\\b|sk-[a-zA-Z0-9]{20}T3BlbkFJ[a-zA-Z0-9]{20}',
  '(?<!\\p{L})sk-ant-api0\\d-',
  '(?<!\\p{L})gsk_[a-zA-Z0-9]{52}',
  '(?<!\\p{L})hf_[a-zA-Z]{34}',
  '(?<!\\p{L})lin_api_[a-zA-Z0-9_]{32',
  '(?<!\\p{L})ntn_[0-9]{11}[A-Za-z0-9]{35}',
  '(?<!\\p{L})ops_(ey',
  '(?<!\\p{L})hvs\\.[A-Za-z0-9_-]{90,120}',
  '(?<!\\p{L})hvb\\.[A-Za-z0-9_-]{138',
  '(?<!\\p{L})hvr\\.[A-Za-z0-9_-]{90',
  '(?<!\\p{L})(?<prefix>vcp|vci|vca|vcr|vck)_[A-Za-z0-9]{20',
  '(?<!\\p{L})dapi[A-Fa-f0-9]{32}',
  '(?<!\\p{L})dckr_pat_[a-zA-Z0-9_-]{27}',
  '(?<!\\p{L})figd_[A-Za-z0-9_-]{40',
  ...PATTERNS.map(({ pattern }) => pattern.source),
  LABEL.source,
  MARKS.source,
]

const LONG = 'aB3dE5gH7jK9mN1pQ4rS6tU8vW0xYz2C'.repeat(20)
const PIECES = fc.constantFrom(
  ...[
    'AWS_',
    'SECRET',
    'secret',
    '_ACCESS',
    'access',
    'Access',
    '_',
    'KEY',
    'key',
    '=',
    ': "',
    'npm_',
    'SG.',
  ],
  ...[
    'xoxb-',
    'xapp-',
    'xoxo-',
    'https://hooks.slack.com/services/',
    'HTTPS://HOOKS.',
    'T1/',
    'B2/',
    '.',
    '-',
  ],
  ...['shppa_', 'shpca_', 'shpat_', 'shpss_', 'ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_', 'sk-'],
  ...[
    'sk-proj-',
    'T3BlbkFJ',
    'sk-ant-api03-',
    'AA',
    'lin_api_',
    'ops_ey',
    'fQ==',
    'mongodb',
    '+srv',
    'MySQL',
  ],
  ...[
    'jdbc:',
    'mysqlx',
    'postgres',
    'ql',
    '://',
    'https',
    'ftp',
    'user',
    ':',
    'hV4kPq9z',
    '@',
    'db.acme.dev',
    '/',
  ],
  ...[
    'AKIA',
    'A3TX',
    'ASIA',
    'AIza',
    'glpat-',
    'glrt-',
    'GR1348941',
    'sk_live_',
    'rk_live_',
    'whsec_',
    'hf_',
    'api_org_',
  ],
  ...[
    'eyJ',
    'pypi-AgE',
    '_authToken=',
    '_authToken: "',
    'AccountKey=',
    'SharedAccessKey =',
    'dop_v1_',
    'sbp_',
    'sb_secret_',
    'secret_',
    'tvly-',
    'AGE-SECRET-KEY-1',
    '1234567890:AA',
    'https://discord.com/api/webhooks/123456789012345678/',
    'MTAyNDc4NTY3ODkwMTIzNDU2.',
    'aB3dE5.',
    'API key: ',
    '| token | ',
    'Bearer ',
    'password is ',
    '\\_',
    '**',
    '``',
    '\u200b',
    'sk-or-v1-',
    'sk-ant-oat01-',
  ],
  ...[
    'gsk_',
    'glsa_',
    'glc_',
    'ntn_12345678901',
    'hvs.',
    'hvb.',
    'hvr.',
    'vcp_',
    'dapi',
    'dckr_pat_',
    'figd_',
    'redis',
    'x-oauth-basic',
    'github.com/',
  ],
  ...['0f1e2d3c4b5a69788796a5b4c3d2e1f0', 'QWERTY234567ZXCV', '[::2]', '\\n'],
  ...['-----BEGIN ', 'RSA ', 'PRIVATE KEY', '-----', '-----END ', ' ', '\n', 'ſ', 'K', 'é'],
  ...[20, 32, 36, 40, 58, 74, 82, 93, 200].map((length) => LONG.slice(0, length)),
)

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the look ahead', () => {
  test.each(['a.md', 'A/README.MD', 'package.json.md', '.npmrc.md'])(
    'knows every pattern tried on %s',
    (path) => {
      const used = patternsOn(path)
      expect(used).toHaveLength(BEGINNINGS.length)
      for (const pattern of BEGINNINGS) expect(used.filter((one) => one.startsWith(pattern))).toHaveLength(1)
    },
  )

  test('is not used for a file that a detector reads in its own way', () => {
    const text = ['_auth', 'Token=', LONG.slice(0, 36)].join('')
    expect(findSecrets(text, '.npmrc')).toEqual(everySecret(text, '.npmrc'))
    expect(patternsOn('.npmrc')).toHaveLength(BEGINNINGS.length + 1)
  })

  test('leaves out nothing that a detector finds', () => {
    const texts = fc.array(PIECES, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(texts, (text) => {
        expect(findSecrets(text, 'a.md')).toEqual(everySecret(text, 'a.md'))
      }),
      { numRuns: 2000 },
    )
  })
})

/** The sources of the regular expressions that the detectors try on a text. */
function patternsOn(path: string): string[] {
  const used = new Set<string>()
  const exec = RegExp.prototype.exec
  vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text) {
    used.add(this.source)
    return exec.call(this, text)
  })
  everySecret('nothing', path)
  vi.restoreAllMocks()
  expect(rules.length).toBeGreaterThan(10)
  return [...used].filter((source) => source !== '\\.[^./]*$')
}
