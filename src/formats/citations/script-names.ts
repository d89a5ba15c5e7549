/** The tools that run a script of a manifest. */
type Runner = 'package' | 'make' | 'just'

/** A script that a line of code runs: how it calls the tool, the script's name, and where that name begins in the line. */
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

/** Where a command begins, after a prompt and settings of the environment, and the tool that it calls. */
const CALL =
  /^\s*(?:[$>%]\s+)?(?:[A-Za-z_]\w*=\S*\s+)*((npm|pnpm|yarn|bun)\s+run(?:-script)?|npm|pnpm|yarn|g?make|just)\s+(?:[A-Za-z_]\w*=\S*\s+)*([A-Za-z0-9_][\w:.@-]*)(?=\s|$)/

/** The scripts that a line of code runs. Flags before the name, placeholders and paths are not followed. */
export function scriptNames(line: string): readonly ScriptName[] {
  const code = line.replace(/(?:^|\s)#.*$/, '')
  return [...code.matchAll(/[^;&|]+/g)].flatMap(({ index, 0: command }) => {
    const [whole = '', written = '', , name = ''] = CALL.exec(command) ?? []
    const tool = written.replaceAll(/\s+/g, ' ')
    return whole !== '' && isScript(tool, name)
      ? [{ tool, name, at: index + whole.length - name.length }]
      : []
  })
}

function isScript(tool: string, name: string): boolean {
  if (tool === 'npm') return /^(?:test|start|stop)$/.test(name)
  return (tool !== 'pnpm' && tool !== 'yarn') || !OWN.has(name)
}

/** The kind of manifest that a tool reads. */
export function runnerOf(tool: string): Runner {
  return /make$/.test(tool) ? 'make' : tool === 'just' ? 'just' : 'package'
}

/** True where a tool also runs programs of packages, by their names. */
export function runsPrograms(tool: string): boolean {
  return tool === 'pnpm' || /^(?:yarn|bun)\b/.test(tool)
}
