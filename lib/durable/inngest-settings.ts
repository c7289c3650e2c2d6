import { parseUrl } from '@/lib/core/http/parse-url'

/** An Inngest server of one's own, or Inngest Cloud. */
export type InngestServer = {
  /** Of a server of one's own, without a trailing slash; null: Cloud. */
  baseUrl: string | null
  eventKey: string
  signingKey: string
  /** The former signing key, while keys are being changed. */
  signingKeyFallback: string | null
}

/** The Inngest server that the settings name; `embedded`: none, `refused`: the settings are contradictory. */
export type InngestSettings =
  | { kind: 'embedded' }
  | { kind: 'self-hosted' | 'cloud'; server: InngestServer }
  | { kind: 'refused'; reason: string }

type Settings = Readonly<Record<string, string | undefined>>

const PREFIX = 'INNGEST_'
/** Names a server for the tests; it says nothing of how the service runs. */
const CONFORMANCE = 'INNGEST_CONFORMANCE_'

const CHOICES =
  'Set INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY for Inngest Cloud, also INNGEST_BASE_URL and INNGEST_DEV=0 for a server of your own, or no INNGEST_ setting at all to run the functions in this process.'

function refuse(reason: string): InngestSettings {
  return { kind: 'refused', reason: `${reason} ${CHOICES}` }
}

function isHttpUrl(text: string): boolean {
  return /^https?:$/.test(parseUrl(text)?.protocol ?? '')
}

/** A signing key is hexadecimal, after its prefix: the SDK hashes its bytes. */
function isSigningKey(text: string): boolean {
  return /^(?:signkey-\w+-)?(?:[0-9a-f]{2})+$/i.test(text)
}

/** The problem of settings that name a server, or null. Never contains a key. */
function faultOf({ baseUrl, eventKey, signingKey, signingKeyFallback }: InngestServer): string | null {
  if (baseUrl !== null && !isHttpUrl(baseUrl)) return 'INNGEST_BASE_URL is not an http or https address.'
  if (!/^[\w.~-]+$/.test(eventKey)) return 'INNGEST_EVENT_KEY has characters that an event key does not have.'
  if (!isSigningKey(signingKey))
    return 'INNGEST_SIGNING_KEY is not a signing key: an even number of hexadecimal digits.'
  if (signingKeyFallback !== null && !isSigningKey(signingKeyFallback))
    return 'INNGEST_SIGNING_KEY_FALLBACK is not a signing key: an even number of hexadecimal digits.'
  return null
}

/** INNGEST_DEV must not name the development server, which takes unsigned calls; with a server of one's own it is 0. */
function devFault(dev: string | undefined, selfHosted: boolean): string | null {
  const off = dev !== undefined && /^(?:0|false)$/i.test(dev)
  if (off || (dev === undefined && !selfHosted)) return null
  if (dev === undefined) return 'INNGEST_BASE_URL is set, but INNGEST_DEV=0 is missing.'
  return 'INNGEST_DEV can only be 0: the development server takes calls that nobody has signed.'
}

/** Reads the `INNGEST_` settings of an environment; an empty one is none. A refusal says in a sentence what is missing. */
export function readInngestSettings(settings: Settings): InngestSettings {
  const own = Object.entries(settings).filter(
    ([name, value]) => value?.trim() && name.startsWith(PREFIX) && !name.startsWith(CONFORMANCE),
  )
  const [first] = own
  if (!first) return { kind: 'embedded' }
  const named = new Map(own.map(([name, value = '']) => [name, value.trim()]))
  const eventKey = named.get('INNGEST_EVENT_KEY')
  const signingKey = named.get('INNGEST_SIGNING_KEY')
  if (!eventKey && !signingKey)
    return refuse(`${first[0]} is set, but neither INNGEST_EVENT_KEY nor INNGEST_SIGNING_KEY.`)
  if (!eventKey) return refuse('INNGEST_SIGNING_KEY is set, but INNGEST_EVENT_KEY is missing.')
  if (!signingKey) return refuse('INNGEST_EVENT_KEY is set, but INNGEST_SIGNING_KEY is missing.')

  const baseUrl = named.get('INNGEST_BASE_URL')?.replace(/(?<!\/)\/+$/, '') ?? null
  const server = {
    baseUrl,
    eventKey,
    signingKey,
    signingKeyFallback: named.get('INNGEST_SIGNING_KEY_FALLBACK') ?? null,
  }
  const fault = devFault(named.get('INNGEST_DEV'), baseUrl !== null) ?? faultOf(server)
  return fault ? refuse(fault) : { kind: baseUrl === null ? 'cloud' : 'self-hosted', server }
}
