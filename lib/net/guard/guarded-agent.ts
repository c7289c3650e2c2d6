import { lookup } from 'node:dns/promises'
import { Agent, buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici'
import { guardedLookup, type Resolve } from './guarded-lookup'
import { judgeUrl } from './judge-url'

const CONNECT_TIMEOUT_MS = 10_000
const MAX_HEADER_BYTES = 64 * 1024

type Options = {
  /** An HTTP proxy that all requests go through (`EGRESS_PROXY_URL`); absent: straight out. */
  proxyUrl?: string | undefined
  /** PEM certificates trusted in place of Node's own. */
  ca?: string
  /** Resolves names when there is no proxy; the system's resolver by default. */
  resolve?: Resolve
  /** Makes the connector that opens sockets with the guarded lookup; undici's by default. */
  makeConnector?: (options: buildConnector.BuildOptions) => buildConnector.connector
}

const judgeOrigin: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  judgeUrl(options.origin ?? '')
  return dispatch(options, handler)
}

function directAgent({ ca, resolve = lookup, makeConnector = buildConnector }: Options): Agent {
  const connect = makeConnector({
    lookup: guardedLookup(resolve),
    timeout: CONNECT_TIMEOUT_MS,
    ...(ca === undefined ? {} : { ca }),
  })
  return new Agent({ connect, maxHeaderSize: MAX_HEADER_BYTES })
}

// Plain http is sent in absolute form: many proxies allow CONNECT to port 443 only.
function proxyAgent(proxyUrl: string, ca: string | undefined): ProxyAgent {
  return new ProxyAgent({
    uri: proxyUrl,
    proxyTunnel: false,
    clientFactory: (url, options) => new Pool(url, { ...options, headersTimeout: CONNECT_TIMEOUT_MS }),
    requestTls: { timeout: CONNECT_TIMEOUT_MS, ...(ca === undefined ? {} : { ca }) },
    maxHeaderSize: MAX_HEADER_BYTES,
  })
}

/**
 * The dispatcher for every request that a user's link can steer. It judges the origin of each request as `judgeUrl` does
 * (a socket asks no lookup for a literal address) and, going straight out, every address a name resolves to, at the moment
 * of connecting. Behind a proxy names are resolved there: that proxy has to keep private networks out itself.
 *
 * What is refused rejects with Problem `invalid_url` or `blocked_url`. Keep one for the process, and close it at the end.
 */
export function guardedAgent(options: Options = {}): Dispatcher {
  const agent = options.proxyUrl ? proxyAgent(options.proxyUrl, options.ca) : directAgent(options)
  return agent.compose(judgeOrigin)
}
