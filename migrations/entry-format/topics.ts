/** Words that head the sections of logs, and the category that each stands for; a category stands for itself. */
const TOPICS: ReadonlyMap<string, string> = new Map([
  ...[
    ...['architecture', 'tooling', 'convention', 'dependency', 'debugging', 'performance', 'configuration'],
    ...[
      'integration',
      'general',
      'security',
      'testing',
      'database',
      'api',
      'frontend',
      'backend',
      'infrastructure',
    ],
    ...[
      'deployment',
      'documentation',
      'process',
      'workflow',
      'design',
      'release',
      'observability',
      'accessibility',
    ],
    ...['ci', 'ui', 'build', 'data', 'authentication', 'reliability', 'operations', 'migration'],
  ].map((topic) => [topic, topic] as const),
  ['architectural decisions', 'architecture'],
  ['architecture decisions', 'architecture'],
  ['architecture patterns', 'architecture'],
  ['tools', 'tooling'],
  ['conventions', 'convention'],
  ['coding conventions', 'convention'],
  ['code style', 'convention'],
  ['style', 'convention'],
  ['dependencies', 'dependency'],
  ['config', 'configuration'],
  ['integrations', 'integration'],
  ['tests', 'testing'],
  ['apis', 'api'],
  ['databases', 'database'],
  ['docs', 'documentation'],
  ['workflows', 'workflow'],
  ['releases', 'release'],
  ['cicd', 'ci'],
  ['ux', 'ui'],
  ['auth', 'authentication'],
])

/** The category that a section's heading names; null for one that says no more than `Learnings` or `2026`. */
export function topicOf(heading: string): string | null {
  const words = heading
    .toLowerCase()
    .replaceAll('/', '')
    .match(/[\p{L}\p{N}]+/gu)
  return (words && TOPICS.get(words.join(' '))) ?? null
}

/** The topic that a title starts with: `Tooling: pnpm for all packages`. */
export function topicOfTitle(title: string): string | null {
  const prefix = /^([^:—–]{2,40}?)(?::|\s[—–-])\s/.exec(title)?.[1]
  return prefix === undefined ? null : topicOf(prefix)
}
