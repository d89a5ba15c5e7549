import { isJsonObject, type JsonObject, textList } from '../../../core/json.ts'
import { bullets, prose } from '../render-detail.ts'
import { textOf } from './entries.ts'

/** `context.md` as it is first written, from the technical context: from then on it is people's. */
export function contextText(context: JsonObject): string {
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
