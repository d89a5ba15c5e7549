import { estimateTokenCount } from 'tokenx'

/** An estimate of how many tokens a model reads for a text; the same for LF, CRLF and CR line ends. */
export function estimateTokens(text: string): number {
  return estimateTokenCount(text.replace(/\r\n?/g, '\n'))
}
