import type { JsonObject } from '../../core/json.ts'
import { anyObject, choice, flag, list, openObject, orNull, type Schema, text } from '../../core/schema.ts'

function textOrNothing(description: string): Schema<string | null> {
  return orNull(text(description))
}

function texts(description: string): Schema<readonly string[]> {
  return list(text(), description)
}

/** A text that says something. */
function words(description: string): Schema<string> {
  return text(description, { pattern: '\\S', 'x-form': 'some text' })
}

/** An object of a model that has no default: every field is required but those in `optional`. */
function model(
  description: string,
  properties: { readonly [field: string]: JsonObject },
  optional: readonly string[] = [],
): JsonObject {
  const required = Object.keys(properties).filter((field) => !optional.includes(field))
  return openObject(required, properties, description)
}

const ID = 'Form `{prefix}-{iteration}-{timestamp}`; also the name of the detail file.'
const ITERATION = 'The iteration that it came from.'
const CREATED = 'When it was written, as in `2026-02-08T10:00:00Z`.'

const decision = model('A key choice.', {
  id: text(ID),
  title: text('What it is about.'),
  context: text('Background and problem.'),
  decision: words('What was decided.'),
  consequences: texts('What follows from it, for better and worse.'),
  iteration_id: text(ITERATION),
  created_at: text(CREATED),
})

const pattern = model(
  'A reusable pattern.',
  {
    id: text(ID),
    name: text('What it is called.'),
    description: words('What it is.'),
    usage: texts('When and how to apply it.'),
    tags: texts('Words to find it by.'),
    code_example: textOrNothing('A piece of code that shows it.'),
    iteration_id: text(ITERATION),
    created_at: text(CREATED),
  },
  ['code_example'],
)

const dependency = model('A library that the project is built on.', {
  name: text('What it is called.'),
  version: text('Which one.'),
  purpose: text('Why it was chosen.'),
})

/** `memory.json`. The file and its context have defaults, so nothing at the top is required; the models in lists have none. */
export const projectMemorySchema: JsonObject = openObject([], {
  decisions: list(decision, 'Key choices, oldest first.'),
  patterns: list(pattern, 'Reusable patterns, oldest first.'),
  context: openObject(
    [],
    {
      tech_stack: texts('Frameworks, languages and libraries.'),
      architecture_style: textOrNothing('How it is built.'),
      key_dependencies: list(dependency, 'Libraries that the project is built on.'),
    },
    'What the project is built with.',
  ),
})

const STAGE = text('The stage at which it came up: idea, prd, design …')
const CONTENT = words('What it says.')
const ITEM_ID = text('A name that no other item of the memory has.')

const importance = choice(['critical', 'important', 'normal'], 'How much it matters.', {
  'x-synonyms': {
    urgent: 'critical',
    blocker: 'critical',
    severe: 'critical',
    high: 'important',
    major: 'important',
    medium: 'normal',
    low: 'normal',
    minor: 'normal',
  },
})

/** `iterations/{session}.json`: as in the project memory, only what is in lists has required fields. */
export const iterationMemorySchema: JsonObject = openObject([], {
  iteration_id: text('The iteration: the name of the file without its ending.'),
  insights: list(
    model(
      'An observation.',
      { id: ITEM_ID, stage: STAGE, content: CONTENT, importance, created_at: text(CREATED) },
      ['id'],
    ),
    'Observations.',
  ),
  issues: list(
    model(
      'A problem that came up.',
      {
        id: ITEM_ID,
        stage: STAGE,
        content: CONTENT,
        resolved: flag('Whether it is solved.'),
        created_at: text(CREATED),
        resolved_at: textOrNothing('When it was solved.'),
      },
      ['id', 'resolved_at'],
    ),
    'Problems that came up.',
  ),
  learnings: list(
    model('Something to take away.', { id: ITEM_ID, content: CONTENT, created_at: text(CREATED) }, ['id']),
    'What to take away.',
  ),
})

const session = textOrNothing('A session, which is an iteration.')

/** `session.json`: its model is not written down, so only what names sessions is looked at. */
export const sessionSchema: JsonObject = openObject([], {
  current_session: session,
  current_session_id: session,
  current_iteration_id: session,
  session_id: session,
  iteration_id: session,
  latest_session: session,
  latest_session_id: session,
  latest_successful_session: session,
  sessions: list(anyObject('One session.'), 'Every session.'),
})
