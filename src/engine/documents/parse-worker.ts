import { parentPort } from 'node:worker_threads'
import { parseMarkdown } from '../../formats/markdown/parse-markdown.ts'
import type { ParseAnswer, ParseRequest } from './parse-in-worker.ts'

parentPort?.on('message', (request: ParseRequest) => parentPort?.postMessage(answer(request)))

function answer({ text, start, engine }: ParseRequest): ParseAnswer {
  try {
    return { markdown: parseMarkdown(text, start, engine) }
  } catch (error) {
    return { failure: `that its parser fails: ${String(error)}` }
  }
}
