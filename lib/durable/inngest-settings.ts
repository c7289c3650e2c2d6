import { isLoopback, LOOPBACK_HOSTS } from '@/lib/core/http/loopback-hosts'
import { parseUrl } from '@/lib/core/http/parse-url'

/** An Inngest server, or Inngest Cloud. */
export type InngestServer = {
  /** Without a trailing slash; null: Cloud. */
  baseUrl: string | null
  eventKey: string
  /** Null: the development server, which signs nothing. */
  signingKey: string | null
  /** The former signing key, while keys are being changed. */
  signingKeyFallback: string | null
}

/** The Inngest server that the settings name; `embedded`: none, `refused`: the settings are contradictory. */
export type InngestSettings =
  | { kind: 'embedded' }
  | { kind: 'self-hosted' | 'cloud' | 'dev'; server: InngestServer }
  | { kind: 'refused'; reason: string }

type Settings = Readonly<Record<string, string | undefined>>

const PREFIX = 'INNGEST_'
/** Names a server for the tests, and does not decide how the service runs. */
const OF_TESTS = /^INNGEST_(?:BIN$|CONFORMANCE_)/

const CHOICES =
  'Set INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY for Inngest Cloud, also INNGEST_BASE_URL and INNGEST_DEV=0 for a server of your own, INNGEST_DEV=1 alone for the development server on this machine, or no INNGEST_ setting at all to run the functions in this process.'

function refuse(reason: string): InngestSettings {
  return { kind: 'refused', reason: `${reason} ${CHOICES}` }
}

const withoutSlash = (url: string) => url.replace(/(?<!\/)\/+$/, '')

function isHttpUrl(text: string): boolean {
  return /^https?:$/.test(parseUrl(text)?.protocol ?? '')
}

/** A signing key is hexadecimal, after its prefix: the SDK hashes its bytes. */
function isSigningKey(text: string): boolean {
  return /^(?:signkey-\w+-)?(?:[0-9a-f]{2})+$/i.test(text)
}

type Signed = InngestServer & { signingKey: string }

/** The problem of settings that name a server, or null. Never contains a key. */
function faultOf({ baseUrl, eventKey, signingKey, signingKeyFallback }: Signed): string | null {
  if (baseUrl !== null && !isHttpUrl(baseUrl)) return 'INNGEST_BASE_URL is not an http or https address.'
  if (!/^[\w.~-]+$/.test(eventKey)) return 'INNGEST_EVENT_KEY has characters that an event key does not have.'
  if (!isSigningKey(signingKey))
    return 'INNGEST_SIGNING_KEY is not a signing key: an even number of hexadecimal digits.'
  if (signingKeyFallback !== null && !isSigningKey(signingKeyFallback))
    return 'INNGEST_SIGNING_KEY_FALLBACK is not a signing key: an even number of hexadecimal digits.'
  return null
}

const DEV_SERVER = 'http://127.0.0.1:8288'

const isLoopbackUrl = (url: string) => LOOPBACK_HOSTS.has(parseUrl(url)?.hostname ?? '')

/** The development server that INNGEST_DEV names: its calls are not signed, so nothing may be reached from elsewhere. */
function readDevServer(dev: string, named: ReadonlyMap<string, string>, { HOST, BASE_URL }: Settings): InngestSettings {
  const baseUrl = isHttpUrl(dev) ? withoutSlash(dev) : DEV_SERVER
  const isLocal =
    isLoopbackUrl(baseUrl) && isLoopback(HOST?.trim() || '127.0.0.1') && (!BASE_URL || isLoopbackUrl(BASE_URL))
  if (!isLocal)
    return refuse('INNGEST_DEV names a development server, whose calls are not signed: it works on loopback only.')
  const other = [...named.keys()].find((name) => name !== 'INNGEST_DEV')
  if (other) return refuse(`INNGEST_DEV names a development server, which needs no ${other}.`)
  return { kind: 'dev', server: { baseUrl, eventKey: 'dev', signingKey: null, signingKeyFallback: null } }
}

/** Reads the `INNGEST_` settings of an environment; an empty one is none. A refusal says in a sentence what is missing. */
export function readInngestSettings(settings: Settings): InngestSettings {
  const own = Object.entries(settings).filter(
    ([name, value]) => value?.trim() && name.startsWith(PREFIX) && !OF_TESTS.test(name),
  )
  const [first] = own
  if (!first) return { kind: 'embedded' }
  const named = new Map(own.map(([name, value = '']) => [name, value.trim()]))
  const dev = named.get('INNGEST_DEV')
  if (dev !== undefined && !/^(?:0|false)$/i.test(dev)) return readDevServer(dev, named, settings)
  const eventKey = named.get('INNGEST_EVENT_KEY')
  const signingKey = named.get('INNGEST_SIGNING_KEY')
  if (!eventKey && !signingKey)
    return refuse(`${first[0]} is set, but neither INNGEST_EVENT_KEY nor INNGEST_SIGNING_KEY.`)
  if (!eventKey) return refuse('INNGEST_SIGNING_KEY is set, but INNGEST_EVENT_KEY is missing.')
  if (!signingKey) return refuse('INNGEST_EVENT_KEY is set, but INNGEST_SIGNING_KEY is missing.')

  const url = named.get('INNGEST_BASE_URL')
  if (url !== undefined && dev === undefined) return refuse('INNGEST_BASE_URL is set, but INNGEST_DEV=0 is missing.')
  const baseUrl = url === undefined ? null : withoutSlash(url)
  const server = {
    baseUrl,
    eventKey,
    signingKey,
    signingKeyFallback: named.get('INNGEST_SIGNING_KEY_FALLBACK') ?? null,
  }
  const fault = faultOf(server)
  return fault ? refuse(fault) : { kind: baseUrl === null ? 'cloud' : 'self-hosted', server }
}
