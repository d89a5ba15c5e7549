/** The tools that run a script of a manifest. */
type Runner = 'package' | 'make' | 'just'

/** A script that a line of code runs: how it calls the tool, with flags before the name, the script's name, and where that name begins in the line. */
export type ScriptName = { readonly tool: string; readonly name: string; readonly at: number }

/** What package managers do themselves: no script is meant. */
const OWN: ReadonlySet<string> = new Set(
  [
    'add audit bin bugs cache catalog cat-file cat-index ci completion config constraints create dedupe deploy dlx docs doctor env exec explain explore',
    'fetch fund get global help i import info init install install-test it la licenses link list ll ln login logout ls node outdated owner pack',
    'patch patch-commit plugin policies prefix prune publish rb rebuild recursive remove repo rm root run run-script search self-update server set',
    'setup start-server stage store tag team token un uninstall unlink unplug up update upgrade upgrade-interactive version versions view whoami why',
    'workspace workspaces',
  ].flatMap((line) => line.split(' ')),
)

/** Flags before a name: of those with a value of its own, the value as well. */
const FLAGS =
  /(?:\s+(?:-[wCFf]|--(?:workspace|prefix|dir|filter|file|directory|cwd))\s+[^\s-]\S*|\s+--?\w[\w-]*(?:=\S+)?)*/
    .source

/** Where a command begins, after a prompt and settings of the environment, and the tool that it calls. */
const CALL = new RegExp(
  [
    String.raw`^\s*(?:[$>%]\s+)?(?:[A-Za-z_]\w*=\S*\s+)*`,
    `((?:npm|pnpm|yarn|bun)${FLAGS}\\s+run(?:-script)?${FLAGS}|yarn\\s+workspace\\s+[@\\w]\\S*(?:\\s+run)?|(?:npm|pnpm|yarn|g?make|just)${FLAGS})`,
    String.raw`\s+(?:[A-Za-z_]\w*=\S*\s+)*([A-Za-z0-9_][\w:.@-]*)(?=\s|$)`,
  ].join(''),
)

/** The scripts that a line of code runs. Placeholders and paths are not followed. */
export function scriptNames(line: string): readonly ScriptName[] {
  const code = line.replace(/(?:^|\s)#.*$/, '')
  return [...code.matchAll(/[^;&|]+/g)].flatMap(({ index, 0: command }) => {
    const [whole = '', written = '', name = ''] = CALL.exec(command) ?? []
    const tool = written.replaceAll(/\s+/g, ' ')
    return whole !== '' && isScript(tool, name)
      ? [{ tool, name, at: index + whole.length - name.length }]
      : []
  })
}

function isScript(tool: string, name: string): boolean {
  const [program = '', ...more] = tool.split(' ')
  if (more.some((word) => /^run|^workspace$/.test(word))) return true
  if (program === 'npm') return /^(?:test|start|stop)$/.test(name)
  return (program !== 'pnpm' && program !== 'yarn') || !OWN.has(name)
}

/** The kind of manifest that a tool reads. */
export function runnerOf(tool: string): Runner {
  const [program = ''] = tool.split(' ')
  return /make$/.test(program) ? 'make' : program === 'just' ? 'just' : 'package'
}

/** True where a tool also runs programs of packages, by their names. */
export function runsPrograms(tool: string): boolean {
  return /^(?:yarn|bun)\b/.test(tool) || (tool.startsWith('pnpm') && !/ run/.test(tool))
}
