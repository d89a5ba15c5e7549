import { isJsonObject, type Json } from '../core/json.ts'
import { bearer, CUT_ANSWER, type HttpProvider, noText, tokenCount } from './provider.ts'

/**
 * Chat completions: OpenAI, and what speaks its language, such as llama.cpp, vLLM, Ollama's compatible endpoint and gateways.
 * Source: https://platform.openai.com/docs/api-reference/chat.
 */
export const openai: HttpProvider = {
  path: '/chat/completions',
  headers: bearer,
  body: ({ system, user, maxOutputTokens }, { model, temperature }) => ({
    model,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    max_tokens: maxOutputTokens,
    ...(temperature !== null && { temperature }),
    stream: false,
  }),
  read: ({ choices, usage }) => {
    const counts = isJsonObject(usage) ? usage : {}
    const used = { input: tokenCount(counts.prompt_tokens), output: tokenCount(counts.completion_tokens) }
    const choice: Json = Array.isArray(choices) ? (choices[0] ?? null) : null
    if (!isJsonObject(choice) || !isJsonObject(choice.message)) return noText(used)
    const { finish_reason: end, message } = choice
    if (end === 'length') return { failure: 'cut', detail: CUT_ANSWER, usage: used }
    if (end === 'content_filter' || typeof message.refusal === 'string') {
      return { failure: 'refused', detail: 'the model refused to answer', usage: used }
    }
    return typeof message.content === 'string' ? { text: message.content, usage: used } : noText(used)
  },
}
