import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { recentFacts } from '../run/recent-facts.ts'
import { standardLines } from '../run/standard-lines.ts'
import { createServer, type ServerOptions } from './create-server.ts'
import { type LineFault, LONGEST, lineFault } from './line-fault.ts'

/** What a server is started with. */
type ServeOptions = Omit<ServerOptions, 'recent' | 'canAsk'>

/** Serves memory over the process's standard input and output until the input ends. */
export async function serve(options: ServeOptions): Promise<void> {
  const recent = recentFacts()
  const input = standardLines({
    most: LONGEST,
    keep: (line) => {
      const fault = lineFault(line)
      if (fault) refuse(fault)
      return fault === null
    },
  })
  const transport = new StdioServerTransport(input)
  const refuse = ({ response, answers }: LineFault): void => {
    options.log(response.error.message)
    // A client that is gone is told of by the transport itself.
    if (answers) transport.send(response).catch(() => undefined)
  }
  serveStdio(({ era }) => createServer({ ...options, recent, canAsk: era === 'legacy' }), {
    transport,
    onerror: ({ message }) => options.log(message),
  })
  const close = transport.onclose
  await new Promise<void>((done) => {
    transport.onclose = () => {
      close?.()
      input.destroy()
      done()
    }
  })
}
