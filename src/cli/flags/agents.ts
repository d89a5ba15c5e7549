import { type Flag, someText, wholeNumber } from './flag.ts'

/** Flags of the tools that agents write and read with. */
export const AGENTS: readonly Flag[] = [
  {
    flags: '--workspace <name>',
    summary: 'the workspace whose memory is read or written; always needed',
    commands: ['context', 'save'],
    parse: someText,
  },
  {
    flags: '--domain <name>',
    summary: 'one of its domains: what is read, or where the entry is saved',
    per: {
      context: 'one of its domains alone',
      save: 'save in the log of one of its domains, and not in its own',
    },
    commands: ['context', 'save'],
    parse: someText,
  },
  {
    flags: '--repository <name>',
    summary: 'one repository alone, with the decisions and lessons of its domain and workspace',
    commands: ['context'],
    parse: someText,
  },
  {
    flags: '--topics <list>',
    summary:
      'what to print beside the defaults, with commas: overview, plans, features, spikes, architecture, decisions, lessons',
    commands: ['context'],
    parse: someText,
  },
  {
    flags: '--no-defaults',
    summary: 'leave out the folder structure and the summaries',
    commands: ['context'],
  },
  {
    flags: '--status <list>',
    summary: 'only plans with any of these statuses, with commas',
    commands: ['context'],
    parse: someText,
  },
  {
    flags: '--tags <list>',
    summary: 'the tags of the entry, or only what has any of these tags, with commas',
    per: {
      context: 'only what has any of these tags, with commas',
      save: 'the tags of the entry, with commas',
    },
    commands: ['context', 'save'],
    parse: someText,
  },
  {
    flags: '--category <name>',
    summary: 'the category of the entry, or only entries of this category',
    per: {
      context: 'only decisions and lessons of this category',
      save: 'the category of the entry; else general',
    },
    commands: ['context', 'save'],
    parse: someText,
  },
  {
    flags: '--token-budget <n>',
    summary: 'most estimated tokens that are printed; what is left out is named',
    commands: ['context'],
    parse: wholeNumber,
  },
  {
    flags: '--type <type>',
    summary: 'what is saved; always needed',
    commands: ['save'],
    choices: ['decision', 'lesson'],
  },
  {
    flags: '--title <title>',
    summary: 'the title of the entry, one line without a date; always needed',
    commands: ['save'],
    parse: someText,
  },
  {
    flags: '--content <text>',
    summary: 'the text of the entry, as Markdown; else standard input is read',
    commands: ['save'],
    parse: someText,
  },
  {
    flags: '--allow-duplicate',
    summary: 'save it although an earlier entry is like it',
    commands: ['save'],
  },
]
