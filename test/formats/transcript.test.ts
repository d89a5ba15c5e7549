import fc from 'fast-check'
import { expect, test } from 'vitest'
import { transcriptText } from '../../src/formats/transcript.ts'

const lines = (...all: readonly unknown[]): string => all.map((one) => `${JSON.stringify(one)}\n`).join('')

test('messages of Claude Code: what was said and done, not what was thought', () => {
  const text = lines(
    { type: 'file-history-snapshot', snapshot: { trackedFileBackups: {} } },
    { type: 'user', message: { role: 'user', content: 'Fix the retries.' } },
    {
      type: 'assistant',
      message: {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', text: 'secretly' },
          { type: 'text', text: 'I read the queue.' },
          { type: 'tool_use', name: 'Read', input: { file_path: 'src/queue.ts' } },
        ],
      },
    },
    {
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', content: 'export const a = 1' }] },
    },
  )
  expect(transcriptText(text, 10_000)).toBe(
    'user: Fix the retries.\nassistant: I read the queue.\nRead\n{"file_path":"src/queue.ts"}\nuser: export const a = 1',
  )
})

test('messages of Codex', () => {
  const text = lines(
    { type: 'session_meta', payload: { id: 'x' } },
    {
      type: 'response_item',
      payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go on.' }] },
    },
    { type: 'response_item', payload: { type: 'reasoning', content: 'hm' } },
    {
      type: 'response_item',
      payload: { type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}' },
    },
    { type: 'response_item', payload: { type: 'function_call_output', output: 'a.ts' } },
  )
  expect(transcriptText(text, 10_000)).toBe(
    'user: Go on.\nfunction_call: shell\n{"command":["ls"]}\nfunction_call_output: a.ts',
  )
})

test('messages of Gemini CLI, in one object', () => {
  const text = JSON.stringify({
    sessionId: 's',
    messages: [
      { type: 'user', content: 'Go on.' },
      { type: 'gemini', content: 'Done.', toolCalls: [{ name: 'ls', args: { path: '.' } }] },
    ],
  })
  expect(transcriptText(text, 10_000)).toBe('user: Go on.\ngemini: Done.\nls\n{"path":"."}')
})

test('the last messages, whole, as many as fit', () => {
  const text = lines(...['one', 'two', 'three'].map((content) => ({ role: 'user', content })))
  expect(transcriptText(text, 24)).toBe('user: two\nuser: three')
  expect(transcriptText(text, 5)).toBe('')
})

test('a long text is shortened in its middle', () => {
  const text = lines({ role: 'tool', content: `${'a'.repeat(3000)}${'b'.repeat(3000)}` })
  const result = transcriptText(text, 10_000)
  expect(result).toContain('[4000 characters left out]')
  expect(result.length).toBeLessThan(2100)
})

test('any text gives at most so many characters, and never throws', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.json(), fc.string())), fc.nat(500), (all, most) => {
      expect(transcriptText(all.join('\n'), most).length).toBeLessThanOrEqual(most)
    }),
  )
})
