import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { recentFacts } from '../run/recent-facts.ts'
import { createServer, type ServerOptions } from './create-server.ts'

/** What a server is started with. */
type ServeOptions = Omit<ServerOptions, 'recent' | 'canAsk'>

/** Serves memory over the process's standard input and output until the input ends. */
export async function serve(options: ServeOptions): Promise<void> {
  const recent = recentFacts()
  const transport = new StdioServerTransport()
  serveStdio(({ era }) => createServer({ ...options, recent, canAsk: era === 'legacy' }), {
    transport,
    onerror: ({ message }) => options.log(message),
  })
  const close = transport.onclose
  await new Promise<void>((done) => {
    transport.onclose = () => {
      close?.()
      done()
    }
  })
}
