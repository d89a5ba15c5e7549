import { type Choice, type ChoiceReader, REASON } from './choice.ts'
import { isOpen, isOther } from './in-english.ts'

/** What has a version in texts, and by which name manifests know it. */
const NAMES: readonly (readonly [written: string, name: string])[] = [
  ['Node(?:\\.?js)?', 'node'],
  ['Python', 'python'],
  ['Go(?:lang)?', 'go'],
  ['PHP', 'php'],
  ['Dart(?: SDK)?', 'dart'],
  ['(?:Java|(?:Open)?JDK)', 'java'],
  ['\\.NET(?: Core)?', 'dotnet'],
  ['Rust(?! edition)', 'rust'],
  ['(?:Rust )?edition(?= ?:? ?20(?:15|18|21|24))', 'rust edition'],
  ['React Native', 'react-native'],
  ['React', 'react'],
  ['Next(?:\\.?js)?', 'next'],
  ['Vue(?:\\.?js)?', 'vue'],
  ['Nuxt(?:\\.?js)?', 'nuxt'],
  ['Angular', '@angular/core'],
  ['SvelteKit', '@sveltejs/kit'],
  ['Svelte', 'svelte'],
  ['Astro', 'astro'],
  ['Vite', 'vite'],
  ['Vitest', 'vitest'],
  ['Jest', 'jest'],
  ['TypeScript', 'typescript'],
  ['Tailwind(?: ?CSS)?', 'tailwindcss'],
  ['Express(?:\\.?js)?', 'express'],
  ['NestJS', '@nestjs/core'],
  ['Fastify', 'fastify'],
  ['Expo(?: SDK)?', 'expo'],
  ['ESLint', 'eslint'],
  ['Prettier', 'prettier'],
  ['Electron', 'electron'],
  ['Prisma', 'prisma'],
  ['Zod', 'zod'],
  ['Storybook', 'storybook'],
  ['Docusaurus', '@docusaurus/core'],
  ['Zustand', 'zustand'],
  ['Django', 'django'],
  ['Pydantic', 'pydantic'],
  ['SQLAlchemy', 'sqlalchemy'],
  ['Laravel', 'laravel/framework'],
  ['Livewire', 'livewire/livewire'],
]

const ALL = NAMES.map(([written]) => `(${written})`).join('|')

/** Most statements name none of them. */
const NAMED = new RegExp(NAMES.map(([written]) => written).join('|'), 'i')

/** A name and a version, between marks that separate the parts of a stack. */
const STATED = new RegExp(
  `(?:^|[:,+/(|&·•—–=]\\s*|(?:^|\\s)-\\s+|\\b(?:with|and|using|uses?|on|under|the|targets?|targeting|requires?|built in|runs?|needs?|is|an?|to)\\s+|[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Cyrillic}、。，：「」]\\s*)` +
    `(?:${ALL})(?: version| runtime| ?版本| ?バージョン| ?버전)?(?:[는은을를이가はがをの是为為] ?)?(?:[ :=(]+|@| ?(?=[≥>^~]))(?:version |v)?(>= ?|≥ ?|\\^|~)?(\\d{1,4})(?:\\.(\\d{1,3}))?(?:\\.(?:\\d+|x))*(?:\\.x)?(\\+| \\+(?! ?\\w)| or (?:later|newer|higher|above)| and (?:up|above|later))?` +
    `(?: LTS)?(?=\\s*$|\\s*[,;|)/&·•]|\\s+\\+|\\s*\\(|\\s+(?:and|with|on|in|via|for|is|are|as|everywhere|throughout|only|SDK|app|application|project|frontend|backend|(?:[a-z]+ )?(?:portfolio|web ?site|site|monorepo|dashboard|codebase|server|service|client))\\b|\\s*[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Cyrillic}]|[。、，]|\\.(?:\\s|$)|:\\s|\\s+[—–-]\\s)`,
  'giu',
)

/** It speaks of other versions as well, of a change, or of what a version brings. */
const OPEN =
  /\b(?:\w*migrat\w*|upgrad\w+|updat\w+|from|since|until|till|legacy|(?<!minimum )support\w*|compatib\w*|unlike|deprecat\w*|as of|introduc\w*|features?|conflicts?|peer\w*|remov\w+|no longer|before|earlier|older|previous\w*|was|were|old|instead|not|never|if|when|example|e\.g|templates?|changelog|history|planned|future|eventually|todo|tested (?:on|with|against)|tests? (?:on|against)|matrix)\b|\?|→|->|~~/i

/** What comes next is the name of a part, as in `@vercel/node` and `Testing Library (React …`. */
const PART =
  /(?:@[\w-]+\/|\b(?:librar\w+|router|query|types?|hooks?|forms?|icons|bindings?|plugins?|adapters?|templates?|kit) \()$/i

/** Reads which version of what a statement of a stack says: `18`, `3.11`, or `18+` for this one and later ones. */
export const saidVersions: ChoiceReader = (said) => {
  const text = said.replace(/\bRust (20\d\d) edition\b/i, 'edition $1')
  if (text.length > 300 || !NAMED.test(text)) return []
  // A separator ends one and begins the next.
  const parts = text.split(REASON)
  const found = isOther(text)
    ? parts.flatMap((part) => part.split(CLAUSE).flatMap((one) => (isOpen(one) ? [] : saidIn(one))))
    : parts.flatMap(saidIn)
  const names = new Map<string, Choice>()
  for (const one of found) names.set(one.of, one)
  // Two versions of one thing are a comparison.
  return [...names.values()].filter((one) =>
    found.every((other) => other.of !== one.of || other.value === one.value),
  )
}

/** A row of a table of a stack: `| Next.js | 14 (App Router) | Framework |`, `| Frontend | React | 18.3.1 |`. */
const ROW = new RegExp(
  `\\|\\s*(?:${NAMES.map(([written]) => `(?:${written})`).join('|')})\\s*(?=\\|\\s*(?:[>≥^~]=? ?)?v?\\d)\\|\\s*`,
  'gi',
)

/** What is in brackets says more of it, unless it is the version. */
const MORE = /\s*\((?![^()]*\d)[^()]{0,80}\)/g

/** Where what is said next is another thing. */
const CLAUSE = /\s[—–]\s|[。；，]|(?<=[.!])\s/

function saidIn(whole: string): readonly Choice[] {
  const row = whole.startsWith('|')
    ? whole.replaceAll(ROW, (found) => `| ${found.replaceAll('|', ' ').trim()} `)
    : whole
  const text = row.replaceAll(MORE, (found, at: number) => (/\d\+?$/.test(row.slice(0, at)) ? ' ,' : found))
  if (OPEN.test(text)) return []
  return overlapping(text).flatMap((match): readonly Choice[] => {
    const name = NAMES[match.slice(1, NAMES.length + 1).findIndex((one) => one !== undefined)]?.[1]
    const [least, major = '', minor, later] = match.slice(NAMES.length + 1)
    const before = text.slice(0, match.index + 1)
    if (name === undefined || major === '0' || PART.test(before)) return []
    const isFine = FINE.has(name)
    if (isFine && minor === undefined && name !== 'php') return []
    const number = isFine && minor !== undefined ? `${major}.${minor}` : major
    const isLeast =
      later !== undefined || /^[>≥]/.test(least ?? '') || /\b(?:minimum|at least)\b/i.test(before)
    return [{ topic: 'version', of: name, value: isLeast ? `${number}+` : number, how: 'says' }]
  })
}

/** Here each minor version is one of its own. */
const FINE: ReadonlySet<string> = new Set(['python', 'go', 'php', 'rust', 'dart'])

function overlapping(text: string): readonly RegExpExecArray[] {
  const form = new RegExp(STATED.source, 'giu')
  const found: RegExpExecArray[] = []
  for (let match = form.exec(text); match; match = form.exec(text)) {
    found.push(match)
    form.lastIndex = Math.max(match.index + 1, match.index + match[0].length)
  }
  return found
}
