import { isJsonObject, isSameJson, type Json, type JsonObject, textList } from '../../../core/json.ts'
import type { Operation, OperationInput } from '../../../core/operation.ts'
import type { PlannedFile } from '../../../core/write-plan.ts'
import { coworkRoot } from '../claim.ts'
import { bullets, prose } from '../render-detail.ts'
import { projectMemoryPath } from '../rows.ts'
import {
  closed,
  DRY_RUN,
  list,
  text,
  textFault,
  textOrNull,
  texts,
  WRITTEN,
  writeAnswer,
} from '../store/answers.ts'
import { objectIn, textOf, writableFile } from '../store/files.ts'
import { changedProjectFile, EMPTY_PROJECT } from '../store/models.ts'

const FIELDS = ['tech_stack', 'architecture_style', 'key_dependencies'] as const

/** Sets the technical context of the project. */
export const setContext: Operation = {
  name: 'set_project_context',
  title: 'Set the project context',
  description: `Sets what the project is built with: tech_stack, architecture_style, key_dependencies. What is not given stays; what is given replaces what was there. context.md is written once, where there is none: after that people edit it, and it is not changed. Example: tech_stack=["TypeScript", "SQLite"], architecture_style="hexagonal"`,
  input: closed('ProjectContextChange', 'What is set.', {
    properties: {
      tech_stack: texts('Frameworks, languages, libraries.'),
      architecture_style: textOrNull('E.g. "Clean Architecture", "Hexagonal".'),
      key_dependencies: {
        type: 'array',
        maxItems: 500,
        description: 'Libraries that the project is built on.',
        'x-flag': { value: 'json' },
        items: closed('KeyDependency', 'A library.', {
          required: ['name', 'version', 'purpose'],
          properties: {
            name: text('What it is called.', { maxLength: 200 }),
            version: text('Which one.', { maxLength: 200 }),
            purpose: text('Why this dependency was chosen.', { maxLength: 2000 }),
          },
        }),
      },
      dry_run: DRY_RUN,
    },
  }),
  output: closed('SetProjectContext', 'The context as it is now.', {
    required: ['saved', 'path', 'context', 'dry_run'],
    properties: {
      path: text('The index of the project, relative to the root of the repository.'),
      context: {
        type: 'object',
        description: 'All of the technical context.',
        properties: {
          tech_stack: list('Frameworks, languages and libraries.', {}),
          architecture_style: { description: 'How it is built.' },
          key_dependencies: list('Libraries.', {}),
        },
      },
      ...WRITTEN,
    },
  }),
  readOnly: false,
  destructive: true,
  idempotent: true,
  command: {
    name: 'cowork context set',
    summary: 'set what the project is built with',
    examples: ['memkeep cowork context set --tech-stack TypeScript,SQLite --architecture-style hexagonal'],
  },
  wants: ({ memory }) => [projectMemoryPath(memory.settings)],
  plan: (input) => {
    const { args, memory } = input
    const given = FIELDS.flatMap((field): (readonly [string, Json])[] =>
      args[field] === undefined ? [] : [[field, args[field]]],
    )
    if (given.length === 0)
      return {
        refusal: 'Nothing is to be set',
        help: 'Give `tech_stack`, `architecture_style` or `key_dependencies`.',
      }
    const fault = textFault(Object.fromEntries(given))
    if (fault) return fault
    const path = projectMemoryPath(memory.settings)
    const file = writableFile(path, input)
    if ('refusal' in file) return file
    const before = objectIn(file.root ?? EMPTY_PROJECT, 'context')
    const context = { ...before, ...Object.fromEntries(given) }
    const changes = given.filter(([field, value]) => !isSameJson(before[field], value))
    const changed = changedProjectFile(
      changes.map(([field, value]) => ({ at: ['context', field], set: value })),
      input,
    )
    if ('refusal' in changed) return changed
    const index: readonly (readonly [string, PlannedFile])[] =
      changes.length === 0 ? [] : [[path, { kind: 'text', text: changed.text }]]
    return writeAnswer(args, { data: { path, context }, files: [...index, ...proseFile(context, input)] })
  },
}

/** `context.md` where there is none, with and without git's knowledge of it. */
function proseFile(
  context: JsonObject,
  { memory }: OperationInput,
): readonly (readonly [string, PlannedFile])[] {
  const path = `${coworkRoot(memory.settings)}/memory/project/context/context.md`
  return memory.files.has(path) ? [] : [[path, { kind: 'text', text: contextText(context) }]]
}

/** `context.md` as it is first written, from the technical context: from then on it is people's. */
function contextText(context: JsonObject): string {
  const { tech_stack: stack, architecture_style: style, key_dependencies: dependencies } = context
  const all = Array.isArray(dependencies) ? dependencies.filter((one) => isJsonObject(one)) : []
  const named = all.map(
    ({ name, version, purpose }) => `${textOf(name)} ${textOf(version)}: ${textOf(purpose)}`,
  )
  const blocks = [
    ['Tech stack', bullets(textList(stack))],
    ['Architecture', prose(textOf(style))],
    ['Key dependencies', bullets(named)],
  ].flatMap(([title, body = '']) => (body === '' ? [] : [`## ${title}`, body]))
  return `${['# Project context', ...blocks].join('\n\n')}\n`
}
