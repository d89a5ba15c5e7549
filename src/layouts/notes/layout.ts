import type { Layout } from '../../core/layout.ts'
import type { Kind } from '../../core/source.ts'
import { notesPaths } from './claim.ts'
import { readCalled, readLock, readNote, readSkill } from './read-note.ts'
import { rules } from './rules/index.ts'
import { vendoredPaths } from './vendored.ts'

const file = (id: string, summary: string, paths: string, more: Partial<Kind>): Kind => ({
  id,
  summary,
  paths,
  format: 'markdown',
  frontMatter: 'optional',
  history: 'free',
  living: true,
  fields: ['title', 'body', 'name'],
  ephemeral: true,
  freeText: true,
  looseFrontMatter: true,
  signature: 'path',
  read: readCalled,
  ...more,
})

/** What agents write down, and what they load when they need it. */
const kinds: readonly Kind[] = [
  file('note', 'What was learned about one thing.', 'docs/solutions/**/*.md, learnings/, .github/memory/ …', {
    read: readNote,
  }),
  file('note-history', 'What one agent of a team learned.', '.squad/agents/*/history.md', {
    living: undefined,
    read: readNote,
  }),
  file('skill', 'What an agent can do, loaded when it is needed.', '.claude/skills/*/SKILL.md …', {
    read: readSkill,
    foreign: vendoredPaths,
  }),
  file('skill-page', 'A page that a skill leads to.', '.claude/skills/*/**/*.md …', { read: readSkill }),
  file(
    'subagent',
    'An agent that others give work to.',
    '.claude/agents/**/*.md, .github/chatmodes/*.md …',
    {},
  ),
  file('agent-command', 'A prompt that a person calls by its name.', '.claude/commands/**/*.md …', {}),
  {
    id: 'skills-lock',
    summary: 'Names of the skills that a tool installed.',
    paths: 'skills-lock.json, .clawhub/lock.json',
    format: 'json',
    frontMatter: 'none',
    history: 'free',
    repeats: true,
    read: readLock,
  },
]

/** Folders of Markdown, one thing a file: notes, skills, subagents, commands. */
export const notes: Layout = {
  ...notesPaths,
  summary:
    'Notes that agents keep, a file each, and what they load when they need it: skills, subagents, commands.',
  kinds,
  rules,
}
