import type { JsonObject } from '../core/json.ts'

const text = (description: string): JsonObject => ({ type: 'string', minLength: 1, description })

const BASE_URL: JsonObject = {
  ...text('The address of the endpoint, up to the part that the provider adds: https://host/v1.'),
  pattern: '^https?://',
  'x-form': 'an address that begins with https:// or http://',
}

const API_KEY_ENV: JsonObject = {
  ...text('The name of the environment variable that holds the key; never the key itself.'),
  pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
}

const MODEL: JsonObject = {
  type: 'object',
  description: 'How a model is reached.',
  additionalProperties: false,
  required: ['provider'],
  properties: {
    provider: {
      enum: ['openai', 'anthropic', 'ollama', 'command', 'recorded'],
      description:
        'How it is spoken to: chat completions (openai), messages (anthropic), the chat of Ollama (ollama), a local program (command), or recorded answers (recorded).',
    },
    baseUrl: BASE_URL,
    model: text('The id of the model at its provider.'),
    apiKeyEnv: API_KEY_ENV,
    temperature: {
      type: ['number', 'null'],
      minimum: 0,
      maximum: 2,
      description: '0 when absent; null sends none.',
    },
    contextTokens: {
      type: 'integer',
      minimum: 512,
      description: 'Tokens of prompt and answer together, for Ollama; 16384 when absent.',
    },
    command: {
      type: 'array',
      minItems: 1,
      items: { type: 'string' },
      description: 'The program and its arguments. No shell reads them.',
    },
    file: text('The recorded answers: JSON, a list of texts by role. Relative to this file.'),
  },
}

const ROLE = text('The name of a model of `models`.')
const SECONDS: JsonObject = { type: 'integer', minimum: 1, maximum: 3600 }

/** JSON Schema (draft 2020-12) of the user's own file of models. */
export const MODELS_SCHEMA: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Models of memkeep',
  description:
    "The user's own file of models, ~/.config/memkeep/models.yaml: never a file of the repository.",
  type: 'object',
  additionalProperties: false,
  properties: {
    models: {
      type: 'object',
      description: 'Models by a name of your own.',
      minProperties: 1,
      additionalProperties: MODEL,
    },
    working: {
      type: 'object',
      description: 'Which model answers which prompt of working memory. A model that is alone answers all.',
      additionalProperties: false,
      properties: { progress: ROLE, learnings: ROLE, verbatim: ROLE },
    },
    embeddings: {
      type: 'object',
      description: 'An endpoint for embeddings in the form of OpenAI; a search uses it where it is named.',
      additionalProperties: false,
      required: ['baseUrl', 'model'],
      properties: {
        baseUrl: BASE_URL,
        model: text('The id of the model at its endpoint.'),
        apiKeyEnv: API_KEY_ENV,
        dimensions: {
          type: 'integer',
          minimum: 1,
          maximum: 65_536,
          description: 'Numbers in a vector: asked for, and expected. Those of the model when absent.',
        },
        batchSize: {
          type: 'integer',
          minimum: 1,
          maximum: 2048,
          description: 'Texts in one request.',
          default: 64,
        },
        timeout: { ...SECONDS, description: 'Seconds for one attempt of one request.', default: 10 },
      },
    },
    limits: {
      type: 'object',
      description: 'How long models are waited for, and how much they may use.',
      additionalProperties: false,
      properties: {
        seconds: { ...SECONDS, description: 'For one attempt of one request.', default: 60 },
        totalSeconds: { ...SECONDS, description: 'For all requests that are asked together.', default: 180 },
        tokensPerDay: {
          type: 'integer',
          minimum: 0,
          description: 'Prompts and answers of all models on one day (UTC); no limit when absent.',
        },
        callsPerSession: {
          type: 'integer',
          minimum: 0,
          description: 'Requests to all models in one session of an agent; no limit when absent.',
        },
      },
    },
  },
}
