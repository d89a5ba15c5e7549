import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What an agent sent to its model. */
type Sent = { readonly path: string; readonly body: unknown }

/** A call of a tool that the model asks for, so many times, where the agent offers a tool of one of these names. */
type Call = {
  readonly tools: readonly string[]
  readonly args: Record<string, unknown>
  readonly times: number
}

/** A model that answers every request with one word, and keeps the requests. */
export type ModelServer = {
  readonly port: number
  /** Forgets what was sent. */
  readonly start: (call: Call | null) => void
  readonly sent: () => readonly Sent[]
  readonly close: () => Promise<void>
}

const WORD = 'Done.'

type Json = { readonly [key: string]: unknown }

/** An answer in one of the four protocols: as one object, and as the events of a stream. */
type Protocol = {
  readonly path: RegExp
  readonly whole: (request: Json, call: Asked | null) => Json
  /** Each with the name of its event, or none. */
  readonly events: (request: Json, call: Asked | null) => readonly (readonly [string | null, unknown])[]
  readonly isStream: (request: Json, path: string) => boolean
}

type Asked = { readonly tool: string; readonly args: Record<string, unknown> }

/** Serves on a port of this machine alone. */
export async function startModelServer(): Promise<ModelServer> {
  let sent: Sent[] = []
  let wanted: Call | null = null
  const server = createServer((request, response) => {
    void read(request).then((text) => {
      const path = request.url ?? ''
      const body = parsed(text)
      if (request.method === 'POST') sent.push({ path, body })
      const call = wanted && asked(wanted, body)
      const isAnswered = answer(path, body, response, call)
      if (isAnswered && call && wanted)
        wanted = wanted.times > 1 ? { ...wanted, times: wanted.times - 1 } : null
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    start: (call) => {
      sent = []
      wanted = call
    },
    sent: () => sent,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return {}
  }
}

/** The first tool of the call that the request offers. */
function asked({ tools, args }: Call, body: Json): Asked | null {
  const offered = new Set(namesIn(body.tools))
  const tool = tools.find((name) => offered.has(name))
  return tool === undefined ? null : { tool, args }
}

function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (typeof value !== 'object' || value === null) return []
  const { name, function: wrapped, functionDeclarations, tools } = value as Json
  return [
    ...(typeof name === 'string' ? [name] : []),
    ...[wrapped, functionDeclarations, tools].flatMap(namesIn),
  ]
}

function answer(path: string, body: Json, response: ServerResponse, call: Asked | null): boolean {
  const protocol = /count_?tokens/i.test(path) ? undefined : PROTOCOLS.find((one) => one.path.test(path))
  if (!protocol) {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({
        data: [{ id: 'mock', object: 'model' }],
        models: [],
        input_tokens: 9,
        totalTokens: 9,
      }),
    )
    return false
  }
  if (!protocol.isStream(body, path)) {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(protocol.whole(body, call)))
    return true
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const [event, data] of protocol.events(body, call)) {
    response.write(
      `${event === null ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
    )
  }
  response.end()
  return true
}

const isAsked = ({ stream }: Json): boolean => stream === true

/** `/v1/responses` of OpenAI, which Codex speaks. */
const responses: Protocol = {
  path: /\/responses(?:\?|$)/,
  isStream: isAsked,
  whole: (_, call) => ({
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    output: [responseItem(call)],
    usage: {
      input_tokens: 9,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 1,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 10,
    },
  }),
  events: (request, call) => {
    const response = responses.whole(request, call)
    const item = responseItem(call)
    return [
      [
        'response.created',
        { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      ],
      ['response.output_item.done', { type: 'response.output_item.done', output_index: 0, item }],
      ['response.completed', { type: 'response.completed', response }],
    ]
  },
}

function responseItem(call: Asked | null): Json {
  if (!call) {
    const content = [{ type: 'output_text', text: WORD, annotations: [] }]
    return { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }
  }
  return {
    type: 'function_call',
    id: 'fc_1',
    call_id: 'call_1',
    name: call.tool,
    arguments: JSON.stringify(call.args),
  }
}

/** `/v1/chat/completions` of OpenAI. */
const chat: Protocol = {
  path: /\/chat\/completions/,
  isStream: isAsked,
  whole: (request, call) => ({
    ...chatBase(request),
    object: 'chat.completion',
    choices: [{ index: 0, message: chatMessage(call), finish_reason: call ? 'tool_calls' : 'stop' }],
    usage: CHAT_USAGE,
  }),
  events: (request, call) => {
    const base = { ...chatBase(request), object: 'chat.completion.chunk' }
    const end = [{ index: 0, delta: {}, finish_reason: call ? 'tool_calls' : 'stop' }]
    return [
      [null, { ...base, choices: [{ index: 0, delta: chatMessage(call), finish_reason: null }] }],
      [null, { ...base, choices: end, usage: CHAT_USAGE }],
      [null, '[DONE]'],
    ]
  },
}

const CHAT_USAGE = { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 }

function chatBase({ model }: Json): Json {
  return { id: 'chat_1', created: 1, model }
}

function chatMessage(call: Asked | null): Json {
  if (!call) return { role: 'assistant', content: WORD }
  const called = { name: call.tool, arguments: JSON.stringify(call.args) }
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: called }],
  }
}

/** `/v1/messages` of Anthropic. */
const messages: Protocol = {
  path: /\/messages(?:\?|$)/,
  isStream: isAsked,
  whole: ({ model }, call) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [
      call
        ? { type: 'tool_use', id: 'toolu_1', name: call.tool, input: call.args }
        : { type: 'text', text: WORD },
    ],
    stop_reason: call ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 9, output_tokens: 1 },
  }),
  events: (request, call) => {
    const message = { ...messages.whole(request, null), content: [], stop_reason: null }
    const block = call
      ? { type: 'tool_use', id: 'toolu_1', name: call.tool, input: {} }
      : { type: 'text', text: '' }
    const delta = call
      ? { type: 'input_json_delta', partial_json: JSON.stringify(call.args) }
      : { type: 'text_delta', text: WORD }
    const end = { stop_reason: call ? 'tool_use' : 'end_turn', stop_sequence: null }
    return (
      [
        { type: 'message_start', message },
        { type: 'content_block_start', index: 0, content_block: block },
        { type: 'content_block_delta', index: 0, delta },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: end, usage: { output_tokens: 1 } },
        { type: 'message_stop' },
      ] as const
    ).map((event) => [event.type, event])
  },
}

/** `:generateContent` of Gemini. */
const gemini: Protocol = {
  path: /:(?:stream)?generateContent/i,
  isStream: (_, path) => /:stream/.test(path),
  whole: ({ generationConfig }, call) => ({
    candidates: [
      {
        index: 0,
        content: {
          role: 'model',
          parts: [
            call
              ? { functionCall: { name: call.tool, args: call.args } }
              : { text: inSchema(generationConfig) },
          ],
        },
        finishReason: 'STOP',
      },
    ],
    usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 1, totalTokenCount: 10 },
    modelVersion: 'mock',
  }),
  events: (request, call) => [[null, gemini.whole(request, call)]],
}

/** Where an answer in JSON is asked for, such as which model is to be used, one of that form. */
function inSchema(config: unknown): string {
  const { responseJsonSchema, responseSchema } = (config ?? {}) as Json
  const schema = (responseJsonSchema ?? responseSchema) as Json | undefined
  return schema ? JSON.stringify(valueFor(schema)) : WORD
}

function valueFor(schema: Json): unknown {
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const type = String(schema.type).toLowerCase()
  if (type === 'object') {
    return Object.fromEntries(
      Object.entries((schema.properties ?? {}) as { [key: string]: Json }).map(([key, one]) => [
        key,
        valueFor(one),
      ]),
    )
  }
  return ({ integer: 1, number: 1, boolean: false, array: [] } as Json)[type] ?? 'x'
}

const PROTOCOLS: readonly Protocol[] = [responses, chat, messages, gemini]
