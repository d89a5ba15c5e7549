/** Tells a text that stands for a secret, in documentation or an example, from one that is a secret. */
export function isPlaceholder(detector: string, text: string): boolean {
  if (detector === 'basicauth') return isExampleAddress(text)
  if (detector === 'privatekey') return !isKeyMaterial(text)
  if (detector === 'jwt') return isJohnDoe(text) || isDull(text.slice(text.lastIndexOf('.') + 1))
  if (text.length < (LEAST[detector] ?? 0)) return true
  const random = text.slice(-Math.max(LEAST_RANDOM, Math.ceil(text.length * 0.8)))
  return WORDS.test(text) || isDull(random) || !/[A-Z\d]/.test(random)
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

/** What a person or a template writes for a password: whole words, with or without something before and behind. */
const PASSWORD =
  /^(?:(?:my|your|the|some|a|db|database|test|user|super|secure|strong|redis|api)[-_]?)*(?:p(?:ass)?w(?:or)?d|pass(?:wd|word|phrase)?|p[a@]ss(?:w[o0]rd)?|pw|secret|s3cr[e3]t|token|key|user(?:name)?|admin|root|guest|test(?:ing)?|dev|local|default|foo|bar|baz|qux|abc|change(?:it|me)|placeholder|redacted|dummy|fake|sample|example|postgres(?:ql)?|mysql|maria(?:db)?|mongo(?:db)?|redis|rabbit(?:mq)?|hunter2|credentials?|value|todo)(?:[-_]?(?:here|goes|example|token|key|value|word))*[-_]?\d{0,6}[!.]?$/i

/** What no address may hold unescaped, and what variables of shells and templates look like. */
const TEMPLATE = /[{}[\]^|…]|\$[A-Za-z_(]|%(?![0-9A-Fa-f]{2})|\.\.\.|^[A-Z]+(?:_[A-Z]+)*$|^:/

/** Hosts of one's own machine, of documentation (RFC 2606, RFC 6761), and words for a host. */
const NO_HOST =
  /^(?:localhost|.*\.localhost|127(?:\.\d+){1,3}|0\.0\.0\.0|\[::1?\]|example(?:\.[a-z.]+)?|.*\.(?:test|invalid)|(?:my|your|the)?[-_.]?(?:db|database)?[-_]?(?:host(?:name)?|server|domain|address|ip|addr|url|registry|proxy)(?:\.(?:com|net|org|io))?|sha256|\.+)$/i

function isExampleAddress(text: string): boolean {
  const [, user = '', password = '', host = ''] = /:\/\/([^/:]*):(.*)@([^@]*?)(?::\d{1,5})?$/.exec(text) ?? []
  if (NO_HOST.test(host) || PASSWORD.test(password) || TEMPLATE.test(password) || TEMPLATE.test(host))
    return true
  if (WORDS.test(password) || /^\d{1,5}(?:[?#,].*)?$/.test(password)) return true
  return password.toLowerCase() === user.toLowerCase() || password.length < 4 || new Set(password).size < 4
}

/** A key's text is Base64, and long; what stands in documentation is three dots, or a few letters. */
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

/** Few characters, one of them again and again, or the alphabet. */
function isDull(text: string): boolean {
  return bitsOf(text) < LEAST_BITS || /(.)\1{5}/.test(text) || longestRise(text) >= MOST_RISE
}

/** Of twenty random characters hardly any have less; of hexadecimal digits as well. */
const LEAST_BITS = 2.6
const MOST_RISE = 8

/** Shannon's entropy, in bits per character. */
function bitsOf(text: string): number {
  const counts = new Map<string, number>()
  for (const one of text) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts.values()].reduce((sum, n) => sum - (n / text.length) * Math.log2(n / text.length), 0)
}

/** How many characters follow each other as they do in the alphabet or in numbers. */
function longestRise(text: string): number {
  let longest = 1
  let run = 1
  for (let i = 1; i < text.length; i++) {
    run = text.charCodeAt(i) === text.charCodeAt(i - 1) + 1 ? run + 1 : 1
    longest = Math.max(longest, run)
  }
  return longest
}
