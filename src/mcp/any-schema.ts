import {
  fromJsonSchema,
  type JsonSchemaType,
  type JsonSchemaValidatorResult,
  type jsonSchemaValidator,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
import type { JsonObject } from '../core/json.ts'

/**
 * A JSON Schema in the form of the protocol's package: the client sees it unchanged, and it refuses nothing. The arguments
 * of every caller are checked in one other place, with messages that an agent can act on.
 */
export function anySchema(schema: JsonObject): StandardSchemaWithJSON {
  return fromJsonSchema(structuredClone(schema) as JsonSchemaType, ANYTHING)
}

/** Replaces the package's default validator, which would be loaded for nothing. */
export const ANYTHING: jsonSchemaValidator = { getValidator: () => accept }

function accept<T>(input: unknown): JsonSchemaValidatorResult<T> {
  return { valid: true, data: input as T, errorMessage: undefined }
}
