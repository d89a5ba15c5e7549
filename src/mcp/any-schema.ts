import {
  fromJsonSchema,
  type JsonSchemaType,
  type JsonSchemaValidatorResult,
  type jsonSchemaValidator,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
import type { JsonObject } from '../core/json.ts'

/**
 * A JSON Schema as the protocol's package wants it: told to the client as it is, and nothing is refused by it. What does not
 * fit is refused where every caller's arguments are checked, in words that an agent can act on.
 */
export function anySchema(schema: JsonObject): StandardSchemaWithJSON {
  return fromJsonSchema(structuredClone(schema) as JsonSchemaType, ANYTHING)
}

/** Also for the package's own use: its default is a whole validator that would have to be loaded. */
export const ANYTHING: jsonSchemaValidator = { getValidator: () => accept }

function accept<T>(input: unknown): JsonSchemaValidatorResult<T> {
  return { valid: true, data: input as T, errorMessage: undefined }
}
