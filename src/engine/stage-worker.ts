import { parentPort } from 'node:worker_threads'
import type { Document } from '../core/document.ts'
import { layouts } from '../layouts/index.ts'
import { rules } from '../rules/index.ts'
import { documentStage } from './document-stage.ts'
import { documentText } from './plain-document.ts'
import type { StageAnswer, StageRequest, StageTask } from './stage-workers.ts'

parentPort?.on('message', async (request: StageRequest) => parentPort?.postMessage(await answer(request)))

async function answer({ number, tasks, settings, parser }: StageRequest): Promise<StageAnswer> {
  const documents: (string | null)[] = []
  for (const task of tasks) documents.push(textOf(await documentOf(task, { settings, parser })))
  return { number, documents }
}

function documentOf(
  { layout: id, ...task }: StageTask,
  options: Pick<StageRequest, 'settings' | 'parser'>,
): Promise<Document> {
  const layout = layouts.find((one) => one.id === id)
  if (!layout) throw new Error(`no layout ${id} in the worker`)
  return documentStage({ ...task, ...options, layout, rules: [...rules, ...layout.rules] })
}

/** What was too much among other work is tried again without it. */
function textOf(document: Document): string | null {
  return document.transient ? null : documentText(document)
}
