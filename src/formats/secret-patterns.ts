/** A kind of secret that secretlint does not find, or finds in one form only. */
export type SecretPattern = { readonly detector: string; readonly pattern: RegExp }

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
