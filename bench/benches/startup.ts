import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { startRow } from '../floors.ts'
import { freshRow } from '../mcp-rows.ts'
import { HELLO } from '../mcp-session.ts'
import { measure } from '../measure.ts'
import { programRow, type Row } from '../row.ts'
import type { Findings, Setting } from '../section.ts'
import { lastBundles, partsTable } from '../startup/bundle-parts.ts'
import { loadTable } from '../startup/load-table.ts'
import { type LoadCosts, loadsOf, type Scenario } from '../startup/loads.ts'

/** What starting costs: processes that do next to nothing, and what each loads. */
export async function benchStartup(setting: Setting): Promise<Findings> {
  const all = scenarios(setting.corpus)
  const results = await setting.measure([
    startRow(setting.corpus),
    ...all.map((one) => startupRow(setting, one)),
  ])
  return {
    results,
    notes: [
      'Tables of what is loaded: medians; a time is without what is loaded inside. Watching costs time too:',
      'compare lines with one another, not with the table above. To evaluate a bundle is also to run what it does before',
      'it waits for the first time.',
    ],
    more: importReport(setting, all),
  }
}

type Named = Scenario & { readonly id: string; readonly label: string }

function scenarios(cwd: string): Named[] {
  const hello = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: HELLO })
  const one = (id: string, label: string, args: readonly string[], input = ''): Named => ({
    id,
    label,
    args,
    cwd,
    input,
  })
  return [
    one('version', '`memkeep --version`', ['--version']),
    one('hook', '`memkeep hook pre-commit`, nothing staged', ['hook', 'pre-commit', '--']),
    one('check', '`memkeep check`, warm', ['check']),
    one('mcp', '`memkeep mcp`, to its first answer', ['mcp'], `${hello}\n`),
  ]
}

function startupRow({ bin, limitMs }: Setting, { id, label, args, cwd }: Named): Row {
  if (id === 'mcp') {
    return freshRow({ id, label }, { bin, cwd }, (session) => session.ask('initialize', HELLO))
  }
  const command = { file: process.execPath, args: [bin, ...args], cwd }
  const before = async (): Promise<void> => void (await measure(command, limitMs))
  return programRow(id, label, command, id === 'check' ? { before } : {})
}

function importReport({ bin, scratch, rounds }: Setting, all: readonly Named[]): string {
  const folder = dirname(bin)
  const plainBin = uncompiled(bin, join(scratch, 'uncompiled'))
  const bytes = (name: string): number | null =>
    existsSync(join(folder, name)) ? statSync(join(folder, name)).size : null
  const names = new Set<string>()
  const tables = all.map((one) => {
    const costs = (file: string): LoadCosts => loadsOf(file, one, { times: Math.max(rounds, 5), scratch })
    const compiled = costs(bin)
    for (const { name, isNode } of compiled.costs) if (!isNode) names.add(name)
    return `**${one.label}** loads\n\n${loadTable(compiled, costs(plainBin), bytes)}`
  })
  // The build's notes do not describe a command that was built elsewhere.
  const bundles = folder === resolve('dist') ? lastBundles() : null
  return [...tables, ...(bundles ? [partsTable(bundles, [...names])] : [])].join('\n\n')
}

/** A copy of the command without what V8 compiled before; gives its file. */
function uncompiled(bin: string, to: string): string {
  mkdirSync(to)
  for (const name of readdirSync(dirname(bin)).filter((one) => one.endsWith('.cjs'))) {
    copyFileSync(join(dirname(bin), name), join(to, name))
  }
  return join(to, basename(bin))
}
