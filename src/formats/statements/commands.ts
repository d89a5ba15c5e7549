import type { Choice, ChoiceReader } from './choice.ts'
import { contentOf } from './near.ts'
import { comparable } from './read-statements.ts'

/** What a command is for, by the words that say so. */
const PURPOSES: readonly (readonly [of: string, words: string])[] = [
  ['tests', '(?:run )?(?:the |all )?(?:unit )?tests?(?: suite)?'],
  ['lint', 'lint(?:er|ing)?|(?:run )?(?:the )?linter'],
  ['format', 'format(?:ter|ting)?|auto-?format'],
  ['build', '(?:production |prod )?build|compile'],
  ['type check', 'type[ -]?check(?:ing|s)?'],
  ['development server', 'dev(?:elopment)?(?: server)?|start (?:the )?dev(?:elopment)? server'],
  ['publishing', 'publish'],
  ['deployment', 'deploy(?:ment)?'],
  ['end-to-end tests', '(?:e2e|end-to-end)(?: tests?)?'],
]

const FORMS = PURPOSES.map(
  ([of, words]) =>
    [
      of,
      new RegExp(
        `^(?:${words})(?: command)? ?(?:[:：=|→]|[-–—](?= )) ?\`([^\`]+)\`(?: ?\\([^)]*\\))?[ .|]*$`,
        'i',
      ),
    ] as const,
)

/** What anything else is done with: `Regenerate the stubs with \`make stubs\``, `To start the server, run \`make up\``. */
const DONE: readonly RegExp[] = [
  /^(?<purpose>\p{L}[^`.;:,()]{6,60}?) (?:only |always )?(?:with|via|using|through|by running) `(?<command>[^`]+)`/iu,
  /^to (?<purpose>\p{L}[^`.;:()]{6,60}?)[,:]? (?:always )?(?:run|use|call) `(?<command>[^`]+)`/iu,
  /^(?:always )?(?:run|use|call) `(?<command>[^`]+)` to (?<purpose>\p{L}[^`.;:,()]{6,60}?)(?=[.;:,(—–-]|$| (?:before|after|when|if|and)\b)/iu,
]

/** Words that say that it is done, and not what. */
const DOING = /^(?:run|use|start|execute|always|only|just|first|then|before|after|new|never|not)$/

/** It depends, or is one of several ways. */
const OPEN = /\b(?:if|when|or|either|never|not|don't|example|e\.g|instead|optional\w*|alternativ\w*)\b|\?/i

/** A command, and not the name of a script or a file. */
const COMMAND = /^\.{0,2}\/?[\w./-]+ \S|^\.\/\S+$/

/** It is for one folder or package, is one of several, or has gaps. */
const PARTIAL = /\bcd |--prefix|--filter|--cwd|-C |--workspace=|&&|<|\{|\$/

/** Reads the command for one purpose: `Build: \`npm run build\``. What is run in a folder is about that folder. */
export const saidCommands: ChoiceReader = (text) => {
  const plain = text.replaceAll(/\*\*|__/g, '').replace(/^\| ?/, '')
  const found = FORMS.flatMap(([of, form]): readonly Choice[] => {
    const command = form.exec(plain)?.[1]?.trim() ?? ''
    if (!COMMAND.test(command) || PARTIAL.test(command)) return []
    return [{ topic: 'command', of, value: command, how: 'says' }]
  })
  return found.length > 0 ? found : doneWith(plain)
}

function doneWith(text: string): readonly Choice[] {
  const sentence = text.replace(/^.*?, (?=\p{L}+ the )/iu, '')
  const { purpose = '', command = '' } = DONE.map((form) => form.exec(sentence)?.groups).find(Boolean) ?? {}
  const words = [...contentOf(comparable(purpose))].filter((word) => !DOING.test(word))
  const isClear = words.length >= LEAST_WORDS && COMMAND.test(command) && !PARTIAL.test(command)
  if (!isClear || OPEN.test(purpose)) return []
  return [{ topic: 'command', of: `“${words.join(' ')}”`, value: command.trim(), how: 'says' }]
}

/** Fewer words may be about anything. */
const LEAST_WORDS = 2

const SCRIPT = /^(?:npm|pnpm|yarn|bun|make|just|task|rake|composer) (?!exec |dlx |x |install\b|add\b)/

/** True where one command is the other with more behind it, or another spelling of it. */
export function isSameCommand(a: string, b: string): boolean {
  const [own, their] = [a, b].map((one) =>
    one
      .replace(/^(npm|pnpm|yarn|bun) run /, '$1 ')
      .replace(/^(?:npx|uv run|poetry run|python3? -m|bundle exec) /, ''),
  )
  if (own === undefined || their === undefined) return true
  // A script runs a command that its name does not say.
  const [isScript, isOther] = [SCRIPT.test(a), SCRIPT.test(b)]
  return isScript !== isOther || own.startsWith(their) || their.startsWith(own)
}
