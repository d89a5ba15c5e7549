import { isJsonObject, isSameJson, type JsonObject, textList } from '../../../core/json.ts'
import { defineOperation } from '../../../core/operation.ts'
import { closedObject, list, openObject, type Schema, text, typed } from '../../../core/schema.ts'
import type { WritePlan } from '../../../core/write-plan.ts'
import type { DataChange } from '../../../formats/edit-data.ts'
import { refuse } from '../../../stores/answer.ts'
import { coworkRoot } from '../claim.ts'
import { bullets, prose } from '../render-detail.ts'
import { projectMemoryPath } from '../rows.ts'
import { DRY_RUN, lineOrNull, textFault, texts, WRITTEN, writeAnswer } from '../store/answers.ts'
import { objectIn, type StoreInput, textOf, writableFile } from '../store/files.ts'
import { changedProjectFile, projectModel, withoutNothing } from '../store/models.ts'

/** All of the technical context, as the file has it. */
const CONTEXT: Schema<JsonObject> = openObject(
  [],
  {
    tech_stack: list({}, 'Frameworks, languages and libraries.'),
    architecture_style: { description: 'How it is built.' },
    key_dependencies: list({}, 'Libraries.'),
  },
  'All of the technical context.',
)

/** Sets the technical context of the project. */
export const setContext = defineOperation({
  name: 'set_project_context',
  title: 'Set the project context',
  description: `Sets what the project is built with: tech_stack, architecture_style, key_dependencies. What is not given stays; what is given replaces what was there. context.md is written once, where there is none: after that people edit it, and it is not changed. Example: tech_stack=["TypeScript", "SQLite"], architecture_style="hexagonal"`,
  input: typed(
    'ProjectContextChange',
    closedObject(
      [],
      {
        tech_stack: texts('Frameworks, languages, libraries.'),
        architecture_style: lineOrNull('E.g. "Clean Architecture", "Hexagonal".'),
        key_dependencies: list(
          typed(
            'KeyDependency',
            closedObject(
              ['name', 'version', 'purpose'],
              {
                name: text('What it is called.', { maxLength: 200 }),
                version: text('Which one.', { maxLength: 200 }),
                purpose: text('Why this dependency was chosen.', { maxLength: 2000 }),
              },
              'A library.',
            ),
          ),
          'Libraries that the project is built on.',
          { maxItems: 500, 'x-flag': { value: 'json' } },
        ),
        dry_run: DRY_RUN,
      },
      'What is set.',
    ),
  ),
  output: typed(
    'SetProjectContext',
    closedObject(
      ['saved', 'path', 'context', 'dry_run'],
      {
        path: text('The index of the project, relative to the root of the repository.'),
        context: CONTEXT,
        ...WRITTEN,
      },
      'The context as it is now.',
    ),
  ),
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
    const { tech_stack, architecture_style, key_dependencies } = args
    const given = withoutNothing({ tech_stack, architecture_style, key_dependencies })
    if (Object.keys(given).length === 0)
      return refuse('Nothing is to be set', 'Give `tech_stack`, `architecture_style` or `key_dependencies`.')
    const fault = textFault(given)
    if (fault) return fault
    const path = projectMemoryPath(memory.settings)
    const file = writableFile(path, input)
    if ('refusal' in file) return file
    const before = objectIn(file.root ?? projectModel(null), 'context')
    const context = { ...before, ...given }
    const changes = Object.entries(given).flatMap(([field, value]): DataChange[] =>
      isSameJson(before[field], value) ? [] : [{ at: ['context', field], set: value }],
    )
    const changed = changedProjectFile(changes, input)
    if ('refusal' in changed) return changed
    const index = changes.length === 0 ? [] : changed.plan
    return writeAnswer(args, { path, context }, { plan: new Map([...index, ...prosePlan(context, input)]) })
  },
})

/** `context.md` where there is none, with and without git's knowledge of it. */
function prosePlan(context: JsonObject, { memory }: StoreInput): WritePlan {
  const path = `${coworkRoot(memory.settings)}/memory/project/context/context.md`
  return new Map(memory.files.has(path) ? [] : [[path, { kind: 'text', text: contextText(context) }]])
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
