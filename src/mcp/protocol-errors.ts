import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
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
