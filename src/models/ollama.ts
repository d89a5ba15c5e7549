import { isJsonObject } from '../core/json.ts'
import { bearer, CUT_ANSWER, type HttpProvider, noText, tokenCount } from './provider.ts'

/**
 * Ollama's own chat. Only here can the size of the context be said: its compatible endpoint ignores it, and cuts a longer prompt
 * in silence. Source: https://github.com/ollama/ollama/blob/main/docs/api.md.
 */
export const ollama: HttpProvider = {
  baseUrl: 'http://127.0.0.1:11434',
  path: '/api/chat',
  headers: bearer,
  body: ({ system, user, maxOutputTokens }, { model, temperature, contextTokens = 16_384 }) => ({
    model,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    stream: false,
    options: {
      num_ctx: contextTokens,
      num_predict: maxOutputTokens,
      ...(temperature !== null && { temperature }),
    },
  }),
  read: ({ message, done_reason: end, prompt_eval_count: input, eval_count: output }) => {
    const used = { input: tokenCount(input), output: tokenCount(output) }
    if (end === 'length') return { failure: 'cut', detail: CUT_ANSWER, usage: used }
    return isJsonObject(message) && typeof message.content === 'string'
      ? { text: message.content, usage: used }
      : noText(used)
  },
}
