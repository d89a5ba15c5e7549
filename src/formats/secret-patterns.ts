import { hasLabelledSecret, isTokenLike } from './labelled-secrets.ts'
import { MARKS, withoutMarks } from './marks-in-words.ts'
import { isDull } from './randomness.ts'

/** A kind of secret that secretlint does not find, or finds in one form only. */
type SecretPattern = { readonly detector: string; readonly pattern: RegExp }

/**
 * Every repetition has a limit, and no pattern begins behind a letter or digit: a hostile text of any length is read in
 * linear time.
 */
export const PATTERNS: readonly SecretPattern[] = [
  // gitleaks: aws-access-token. The id of a key names the account; the preset's detector of ids also reads account numbers.
  {
    detector: 'aws',
    pattern: /(?<![A-Za-z0-9])(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])/g,
  },
  // gitleaks: gcp-api-key
  { detector: 'google', pattern: /(?<![A-Za-z0-9])AIza[\w-]{35}(?![\w-])/g },
  // gitleaks: gitlab-*, and the prefixes in GitLab's "Token overview"; personal tokens are the preset's, but for routable ones
  {
    detector: 'gitlab',
    pattern:
      /(?<![A-Za-z0-9])gl(?:pat|dt|rt|rtr|cbt|ptt|ft|soat|imt|agent|ffct|oas|wt)-[\w-]{20,300}(?:\.[\w-]{2,20}){0,3}(?![\w-])/g,
  },
  // gitleaks: gitlab-rrt
  { detector: 'gitlab', pattern: /(?<![A-Za-z0-9])GR1348941[\w-]{20,64}(?![\w-])/g },
  // gitleaks: stripe-access-token, live keys only; Stripe's documentation of webhooks for the last
  {
    detector: 'stripe',
    pattern: /(?<![A-Za-z0-9])(?:[rs]k_live_[A-Za-z0-9]{16,250}|whsec_[A-Za-z0-9+/]{32,64}={0,2})(?![\w/+])/g,
  },
  // gitleaks: openai-api-key, without the mark in the middle that newer keys have and older ones do not
  {
    detector: 'openai',
    pattern: /(?<![A-Za-z0-9])sk-(?:(?:proj|svcacct|admin|None)-[\w-]{40,250}|[A-Za-z0-9]{32,64})(?![\w-])/g,
  },
  // gitleaks: anthropic-api-key, anthropic-admin-api-key; OAuth tokens have another number
  { detector: 'anthropic', pattern: /(?<![A-Za-z0-9])sk-ant-[a-z]{2,10}\d\d-[\w-]{40,250}(?![\w-])/g },
  // TruffleHog: openrouter
  { detector: 'openrouter', pattern: /(?<![A-Za-z0-9])sk-or-v1-[0-9a-f]{64}(?![\w-])/g },
  // gitleaks: huggingface-access-token, huggingface-organization-api-token; tokens hold digits by now
  { detector: 'huggingface', pattern: /(?<![A-Za-z0-9])(?:hf_|api_org_)[A-Za-z0-9]{34,60}(?!\w)/g },
  // gitleaks: jwt, with the two parts that are JSON objects
  { detector: 'jwt', pattern: /(?<![A-Za-z0-9])eyJ[\w-]{14,1000}\.eyJ[\w-]{8,8000}\.[\w-]{16,2000}={0,2}/g },
  // gitleaks: pypi-upload-token; the first letters are the version and the place of the index
  { detector: 'pypi', pattern: /(?<![A-Za-z0-9])pypi-AgE[\w-]{50,1000}(?![\w-])/g },
  // secretlint: npm, which reads it in .npmrc only
  { detector: 'npm', pattern: /(?<=_authToken\s?[=:]\s?["']?)[A-Za-z0-9_+/-]{32,200}={0,2}(?![\w+/=-])/g },
  // detect-secrets: AzureStorageKeyDetector; Microsoft's connection strings of service buses have a shorter key
  { detector: 'azure', pattern: /(?<=AccountKey\s?=\s?)[A-Za-z0-9+/]{86}==(?!=)/g },
  { detector: 'azure', pattern: /(?<=SharedAccessKey\s?=\s?)[A-Za-z0-9+/]{43}=(?!=)/g },
  // gitleaks: digitalocean-pat
  { detector: 'digitalocean', pattern: /(?<![A-Za-z0-9])dop_v1_[a-f0-9]{64}(?!\w)/g },
  // gitleaks: telegram-bot-api-token; the id of a bot has eight digits or more
  { detector: 'telegram', pattern: /(?<=(?<![A-Za-z0-9])(?:bot)?)\d{8,16}:AA[\w-]{33}(?![\w-])/g },
  // Kingfisher: tavily
  { detector: 'tavily', pattern: /(?<![A-Za-z0-9])tvly-(?:[a-z]{2,10}-)?[A-Za-z0-9-]{28,100}(?![\w-])/g },
  // detect-secrets: DiscordBotTokenDetector; TruffleHog: discordwebhook
  { detector: 'discord', pattern: /(?<![A-Za-z0-9])[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,45}(?![\w-])/g },
  {
    detector: 'discord',
    pattern: /(?<=discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{17,20}\/)[\w-]{60,80}(?![\w-])/g,
  },
  // gitleaks: age-secret-key
  {
    detector: 'age',
    pattern: /(?<![A-Za-z0-9])AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}(?!\w)/g,
  },
  // TruffleHog: notion; newer ones are the preset's
  { detector: 'notion', pattern: /(?<![A-Za-z0-9])secret_[A-Za-z0-9]{43}(?!\w)/g },
  // TruffleHog: supabasetoken; the second kind is in Supabase's "Understanding API keys"
  { detector: 'supabase', pattern: /(?<![A-Za-z0-9])sbp_(?:oauth_)?[a-f0-9]{40}(?!\w)/g },
  { detector: 'supabase', pattern: /(?<![A-Za-z0-9])sb_secret_[\w-]{28,60}(?![\w-])/g },
  // gitleaks: private-key. On one line, with escaped line ends, encrypted, quoted; and one that is cut off behind its first lines
  {
    detector: 'privatekey',
    pattern:
      /-----BEGIN[ A-Z0-9]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:(?!-----)[\s\S]){40,20000}-----END[ A-Z0-9]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?:(?:\\[nr]|[\s>|]){0,8}[A-Za-z0-9+/=]{16,100}){1,300})/g,
  },
  // detect-secrets: BasicAuthDetector, for any scheme and any password that an address can hold (RFC 3986, 3.2.1)
  {
    detector: 'basicauth',
    pattern:
      /(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,30}:\/\/[^\s/:"'`<>\\]{0,256}:[^\s/@"'`<>\\]{1,256}@(?:[\w.~%-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?/g,
  },
]

/**
 * What every pattern of the detectors has within, but for those of addresses. Each is looked for by its rarest character,
 * and what must come before it is checked afterwards: so one search goes through a text faster than any pattern by itself.
 */
const MARK = new RegExp(
  [
    '_(?<=(?:npm|gh[pousr]|github_pat|shp(?:pa|ca|at|ss)|lin_api|hf|api_org|gsk|gl(?:sa|c)|dckr_pat|figd|dop_v1|ntn|ops|vc[piark]|whsec|[rs]k_live|secret|sbp|oauth)_)[\\w+/-]{16}',
    '_authToken',
    '-(?=[\\w-]{16})(?<=(?:sk|xox[abopr]|xapp|gl[a-z]{2,5}|pypi|tvly)-)',
    '\\.(?<=hv[sbr]\\.)[\\w-]{16}',
    'PRIVATE KEY',
    'AGE-SECRET-KEY-1',
    ':(?<=\\d{8}:)AA[\\w-]{33}',
    '\\.(?<=[\\w-]{24}\\.)[\\w-]{6}\\.[\\w-]{27}',
    '/webhooks/\\d{17}',
    'T3BlbkFJ',
    'A(?:KIA|SIA|BIA|CCA|3T[A-Z0-9])[A-Z2-7]{16}',
    'AIza',
    'AccountKey',
    'GR1348941',
    'SG\\.\\w',
    'J(?<=eyJ)[\\w-]{8}',
    '[Kk](?:EY|ey)(?<=(?:ACCESS|[Aa]ccess)_?[Kk](?:EY|ey))',
    'pi(?<=dapi)[A-Fa-f0-9]{32}',
  ].join('|'),
)

/** A password in an address, and addresses that are a password as a whole. */
const ADDRESS = /:\/\/[^\s/:]{0,256}:[^\s/@]{1,256}@|:x-oauth-basic@|hooks\.slack\.com/i

/** False for a text in which no detector can find anything, be it as it is written or without the marks within words. */
export function mayHoldSecret(text: string): boolean {
  return mayHoldPlainly(text) || (MARKS.test(text) && mayHoldPlainly(withoutMarks(text).text))
}

function mayHoldPlainly(text: string): boolean {
  return MARK.test(text) || (text.includes('://') && ADDRESS.test(text)) || hasLabelledSecret(text)
}

/** Recognises a placeholder for a secret, in documentation or an example. */
export function isPlaceholder(detector: string, text: string): boolean {
  if (detector === 'basicauth') return isExampleAddress(text)
  if (detector === 'privatekey') return !isKeyMaterial(text)
  if (detector === 'jwt') return isJohnDoe(text) || isDull(text.slice(text.lastIndexOf('.') + 1))
  if (text.length < (LEAST[detector] ?? 0)) return true
  const random = text.slice(-Math.max(LEAST_RANDOM, Math.ceil(text.length * 0.8)))
  return isOfWords(text) || isDull(random) || !/[A-Z\d]/.test(random)
}

/** The shortest that a service gives out, where a pattern takes shorter ones as well. */
const LEAST: { readonly [detector: string]: number | undefined } = { sendgrid: 60, slack: 30 }

/** No random part is shorter; it is looked for at the end, behind what names the service. */
const LEAST_RANDOM = 16

/** Words of examples. In one case each: by chance, mixed ones are in every thousandth token. */
const WORDS = new RegExp(
  [
    'example',
    'your',
    'changeme',
    'change[-_]me',
    'placeholder',
    'redacted',
    'dummy',
    'sample',
    'xxxx',
    'replace',
    'insert',
  ]
    .flatMap((word) => [word, word.toUpperCase()])
    .join('|'),
)

/** Words of examples, and no part of full entropy next to them: but for the key of AWS's documentation, which has one. */
function isOfWords(text: string): boolean {
  if (!WORDS.test(text)) return false
  return (
    text.endsWith('EXAMPLEKEY') ||
    !text.split(WORDS).some((part) => isTokenLike(part.replace(/^[-_]+|[-_]+$/g, '')))
  )
}

/** What a person or a template writes for a password: whole words, with or without something before and behind. */
const PASSWORD =
  /^(?:(?:my|your|the|some|a|db|database|test|user|super|secure|strong|redis|api)[-_]?)*(?:p(?:ass)?w(?:or)?d|pass(?:wd|word|phrase)?|p[a@]ss(?:w[o0]rd)?|pw|secret|s3cr[e3]t|token|key|user(?:name)?|admin|root|guest|test(?:ing)?|dev|local|default|foo|bar|baz|qux|abc|change(?:it|me)|placeholder|redacted|dummy|fake|sample|example|postgres(?:ql)?|mysql|maria(?:db)?|mongo(?:db)?|redis|rabbit(?:mq)?|hunter2|credentials?|value|todo)(?:[-_]?(?:here|goes|example|token|key|value|word))*[-_]?\d{0,6}[!.]?$/i

/** What no address may hold unescaped, and what variables of shells and templates look like. */
const TEMPLATE = /[{}[\]^|…]|\$[A-Za-z_(]|%(?![0-9A-Fa-f]{2})|\.\.\.|^[A-Z]+(?:_[A-Z]+)*$|^:/

/** Hosts of one's own machine, of documentation (RFC 2606, RFC 6761), and words for a host. */
const NO_HOST =
  /^(?:localhost|.*\.localhost|127(?:\.\d+){1,3}|0\.0\.0\.0|\[::1?\]|(?:.*\.)?example(?:\.[a-z.]+)?|.*\.(?:test|invalid)|(?:my|your|the)?[-_.]?(?:db|database)?[-_]?(?:host(?:name)?|server|domain|address|ip|addr|url|registry|proxy)(?:\.(?:com|net|org|io))?|sha256|\.+)$/i

/** `shop` of `shop_user` and `shop_pass`. */
function stemOf(word: string): string {
  return word.toLowerCase().replace(/[-_](?:user|usr|admin|pass|passwd|password|pwd|pw)$/, '')
}

function isExampleAddress(text: string): boolean {
  const [, user = '', password = '', host = ''] = /:\/\/([^/:]*):(.*)@([^@]*?)(?::\d{1,5})?$/.exec(text) ?? []
  if (NO_HOST.test(host) || PASSWORD.test(password) || TEMPLATE.test(password) || TEMPLATE.test(host))
    return true
  if (WORDS.test(password) || /^\d{1,5}(?:[?#,].*)?$/.test(password)) return true
  return stemOf(password) === stemOf(user) || password.length < 4 || new Set(password).size < 4
}

/** A key's text is Base64, and long; documentation has three dots, or a few letters. */
function isKeyMaterial(text: string): boolean {
  const body = text.replace(/-----[^-]*-----/g, '').replace(/\\[nr]/g, '\n')
  const lines = body.split(/[^A-Za-z0-9+/=]+/).filter((run) => run.length >= LEAST_RUN)
  const whole = lines.join('')
  return whole.length >= LEAST_KEY && !isDull(whole.slice(-4 * LEAST_RUN)) && !/\.\.\.|…/.test(body)
}

/** A line of a key is as long, but for the last one; an Ed25519 key in one line has 64. */
const LEAST_RUN = 16
const LEAST_KEY = 64

/** The payload of the usual example, whose subject is 1234567890, or that of a test. */
function isJohnDoe(text: string): boolean {
  return /\.eyJ(?:zdWIiOiIxMjM0NTY3ODkw|pZCI6MX0)/.test(text)
}
