import {
  fromJsonSchema,
  type JsonSchemaType,
  type JsonSchemaValidatorResult,
  type jsonSchemaValidator,
  ProtocolError,
  ProtocolErrorCode,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
import type { JsonObject } from '../core/json.ts'
import { safeText } from '../core/safe-text.ts'

/** Turns errors into protocol errors, the only way to refuse a resource or a prompt, with message and hint in safe characters. */
export async function asProtocolErrors<T>(
  work: () => Promise<T>,
  code: ProtocolErrorCode = ProtocolErrorCode.InternalError,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProtocolError || !(error instanceof Error)) throw error
    const hint = 'hint' in error && typeof error.hint === 'string' ? ` ${error.hint}` : ''
    throw new ProtocolError(code, safeText(`${error.message}.${hint}`))
  }
}

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
