// Collects the licences of every package whose code is in a bundle.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The text of all licences, one section a package. `inputs` are the paths of files that were bundled. */
export function notices(inputs) {
  const folders = new Set(
    inputs.flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
  )
  return [...folders].sort().map(section).join('\n\n')
}

function section(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one))
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`
  // Apache's licence has the notice handed on as well.
  const notice = readdirSync(folder).find((one) => /^notice/i.test(one))
  const more = notice ? `\n${readFileSync(join(folder, notice), 'utf8').trim()}\n` : ''
  return `${name} ${version}\n${'-'.repeat(name.length + version.length + 1)}\n${text}\n${more}`
}
