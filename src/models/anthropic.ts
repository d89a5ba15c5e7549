import { isJsonObject } from '../core/json.ts'
import { CUT_ANSWER, type HttpProvider, noText, tokenCount } from './provider.ts'

/** Anthropic's messages. Source: https://docs.anthropic.com/en/api/messages. */
export const anthropic: HttpProvider = {
  baseUrl: 'https://api.anthropic.com/v1',
  path: '/messages',
  headers: (key) => ({ 'anthropic-version': '2023-06-01', ...(key !== null && { 'x-api-key': key }) }),
  body: ({ system, user, maxOutputTokens }, { model, temperature }) => ({
    model,
    system,
    messages: [{ role: 'user', content: user }],
    max_tokens: maxOutputTokens,
    ...(temperature !== null && { temperature }),
  }),
  read: ({ content, stop_reason: end, usage }) => {
    const counts = isJsonObject(usage) ? usage : {}
    const used = { input: tokenCount(counts.input_tokens), output: tokenCount(counts.output_tokens) }
    if (end === 'max_tokens' || end === 'model_context_window_exceeded') {
      return { failure: 'cut', detail: CUT_ANSWER, usage: used }
    }
    if (end === 'refusal') return { failure: 'refused', detail: 'the model refused to answer', usage: used }
    const blocks = Array.isArray(content) ? content.filter(isJsonObject) : []
    const texts = blocks.flatMap(({ type, text }) =>
      type === 'text' && typeof text === 'string' ? [text] : [],
    )
    return texts.length > 0 ? { text: texts.join(''), usage: used } : noText(used)
  },
}
