import type { Choice, ChoiceReader } from './choice.ts'

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

/** A command, and not the name of a script or a file. */
const COMMAND = /^\.{0,2}\/?[\w./-]+ \S|^\.\/\S+$/

/** Reads the command for one purpose: `Build: \`npm run build\``. What is run in a folder is about that folder. */
export const saidCommands: ChoiceReader = (text) => {
  const plain = text.replaceAll(/\*\*|__/g, '').replace(/^\| ?/, '')
  return FORMS.flatMap(([of, form]): readonly Choice[] => {
    const command = form.exec(plain)?.[1]?.trim() ?? ''
    if (!COMMAND.test(command) || /\bcd |--prefix|--filter|--cwd|-C |--workspace|&&|<|\{|\$/.test(command))
      return []
    return [{ topic: 'command', of, value: command, how: 'says' }]
  })
}

/** True where one command is the other with more behind it, or another spelling of it. */
export function isSameCommand(a: string, b: string): boolean {
  const [own, their] = [a, b].map((one) =>
    one
      .replace(/^(npm|pnpm|yarn|bun) run /, '$1 ')
      .replace(/^(?:npx|uv run|poetry run|python3? -m|bundle exec) /, ''),
  )
  return own !== undefined && their !== undefined && (own.startsWith(their) || their.startsWith(own))
}
