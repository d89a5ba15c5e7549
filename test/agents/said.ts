import type { Memory } from '../../src/core/document.ts'
import { resolveTarget } from '../../src/core/path.ts'
import { type Chain, chainIn } from '../../src/layouts/instructions/chains.ts'
import { MODELS } from '../../src/layouts/instructions/models.ts'
import { checkLiteral } from '../helpers/check-literal.ts'
import { type Case, marksOf, type Seen, textsOf } from './cases.ts'

/** What memkeep says that an agent loads in a case, in the form of what was seen. */
export async function saidOf(agent: string, one: Case): Promise<Seen> {
  const model = MODELS.find((known) => known.agent === agent)
  const files = textsOf(one)
  const memory = await memoryOf(files)
  if (!model) throw new Error(`No loader model for ${agent}`)
  if (!memory) return []
  const sent = chainIn(model, memory, one.folder ?? '').files.map((file) => loadedOf(file, files))
  return marksOf(one, sent.join('\n'))
}

async function memoryOf(files: Case['files']): Promise<Memory | undefined> {
  const { memories } = await checkLiteral(files, {
    settings: 'layouts: { workspace: off, instructions: on }\n',
  })
  return [...memories.values()].find(({ layout }) => layout === 'instructions')
}

/** What is loaded of a file: an agent that cuts it keeps as many bytes of its start as there is room for. */
function loadedOf({ path, lost, left }: Chain['files'][number], files: Case['files']): string {
  const file = files[path]
  const text = typeof file === 'object' ? files[resolveTarget(path, file.link) ?? ''] : file
  if (typeof text !== 'string') return ''
  return lost ? Buffer.from(text).subarray(0, left).toString() : text
}
