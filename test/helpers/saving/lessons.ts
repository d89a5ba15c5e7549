import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '../../../src/core/json.ts'

/** Where the lessons of these tests go, and the index that follows from them. */
export const LOG = 'user/memory/workspaces/devtools/lessons.md'
export const INDEX = 'user/memory/workspaces/devtools/_index.yaml'

/** The day of every one of them. */
export const TODAY = '2026-06-01'

const SYLLABLES = [
  'ka',
  'lo',
  'mi',
  'ru',
  'te',
  'va',
  'shu',
  'ne',
  'po',
  'gri',
  'dan',
  'fe',
  'zu',
  'bel',
  'cor',
  'yi',
]
const WORDS = 8

/** What the tool is given for the lesson of a name. */
export function lessonNamed(name: string): JsonObject {
  return {
    scope: { workspace: 'devtools' },
    type: 'lesson',
    title: `Lesson ${name}`,
    content: contentOf(name),
    tags: ['node'],
  }
}

/** The whole log that holds the lessons of these names and nothing else, to the last byte. */
export function logText(names: readonly string[]): string {
  const entries = names.map(
    (name) =>
      `\n### [${TODAY}] Lesson ${name}\n\n**Category:** general\n**Tags:** node\n\n${contentOf(name)}\n\n---\n`,
  )
  return `# Lessons\n${entries.join('')}`
}

/** The index of a log with so many lessons. */
export function indexText(lessons: number): string {
  return `workspace: devtools
last_updated: "${TODAY}"

tags:
  - name: node
    used_in: [lessons]
    count: ${lessons}

categories:
  - name: general
    used_in: [lessons]
    count: ${lessons}

summary:
  total_decisions: 0
  total_lessons: ${lessons}
  domains_with_memory: []
`
}

/** What is in a file of a work tree; empty when there is none. */
export function textAt(dir: string, path: string): string {
  return existsSync(join(dir, path)) ? readFileSync(join(dir, path), 'utf8') : ''
}

/** The names of the lessons in a log, in its order. */
export function namesIn(log: string): readonly string[] {
  return [...log.matchAll(/^### \[[\d-]+\] Lesson (\S+)$/gm)].map(([, name = '']) => name)
}

/** What lies in the folders where unfinished files and locks are. */
export function litter(dir: string): readonly string[] {
  return ['.git/memkeep', '.memkeep/memkeep', 'user'].flatMap((folder) =>
    existsSync(join(dir, folder))
      ? readdirSync(join(dir, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
          /\.tmp$|\.lock/.test(name),
        )
      : [],
  )
}

/** Text that is like that of no other name. */
function contentOf(name: string): string {
  let seed = [...name].reduce((sum, one) => (Math.imul(sum, 31) + (one.codePointAt(0) ?? 0)) >>> 0, 7)
  const next = (): string => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return SYLLABLES[seed >>> 28] ?? ''
  }
  const words = Array.from({ length: WORDS }, () => `${next()}${next()}${next()}`)
  return `About ${name} alone: ${words.join(' ')}.`
}
