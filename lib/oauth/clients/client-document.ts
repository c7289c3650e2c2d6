import { z } from 'zod'
import { parseUrl } from '@/lib/core/http/parse-url'
import { Problem } from '@/lib/core/problem/problem'
import { egressDispatcher } from '@/lib/net/egress-dispatcher'
import { openUrl, readBody } from '@/lib/net/open-url'
import { OAuthError } from '../oauth-error'
import { cleanName } from './clean-name'
import { type Client, DEFAULT_GRANT_TYPES } from './client'
import { isAllowedRedirect } from './redirects'

const MAX_LENGTH = 500

/**
 * A client's id as the address of its metadata document (draft-ietf-oauth-client-id-metadata-document): https, with a
 * path, written as it is opened; null for any other id.
 */
export function clientDocumentUrl(clientId: string): URL | null {
  if (!clientId.startsWith('https://') || clientId.length > MAX_LENGTH) return null
  const url = parseUrl(clientId)
  if (!url) return null
  const isPlain = url.username === '' && url.password === '' && url.hash === '' && url.pathname !== '/'
  return isPlain && url.href === clientId ? url : null
}

/** The host that proves a client's identity by serving its document; null without such a document. */
export function clientHost(clientId: string | null): string | null {
  return clientId === null ? null : (clientDocumentUrl(clientId)?.host ?? null)
}

const TIMEOUT_MS = 5_000
const MAX_BYTES = 64 * 1024

const documentSchema = z.object({
  client_id: z.string(),
  client_name: z.string().nullish(),
  redirect_uris: z.array(z.string()).min(1).max(50),
  grant_types: z.array(z.string()).nullish(),
  // Clients with a document are public: they have no secret here, and signatures are not checked.
  token_endpoint_auth_method: z.literal('none').nullish(),
  client_secret: z.never().optional(),
})

/** The same text for all failures, so that the error does not reveal a host's status to the caller. */
const UNFETCHED = "can't be fetched"

function refuse(why: string, cause?: unknown): OAuthError {
  const error = new OAuthError('invalid_client', `The client's metadata document ${why}.`)
  if (cause !== undefined) error.cause = cause
  return error
}

async function fetchJson(url: URL): Promise<unknown> {
  try {
    const headers = { accept: 'application/json' }
    const limits = { maxRedirects: 0, totalTimeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES }
    const answer = await openUrl(url, { dispatcher: egressDispatcher(), headers, ...limits })
    if (answer.status !== 200) {
      answer.body.destroy()
      throw refuse(UNFETCHED, `HTTP status ${answer.status}`)
    }
    return JSON.parse(new TextDecoder().decode(await readBody(answer, MAX_BYTES)))
  } catch (error) {
    if (error instanceof Problem) throw refuse(UNFETCHED, error)
    if (error instanceof SyntaxError) throw refuse('is no JSON', error)
    throw error
  }
}

/**
 * Asks the address that is a client's id for what it says of the client: at most 5 s and 64 KiB, no redirect, and only of
 * public hosts. It has to name that very address. Throws `invalid_client`.
 */
export async function fetchClientDocument(url: URL): Promise<Client> {
  const parsed = documentSchema.safeParse(await fetchJson(url))
  if (!parsed.success) throw refuse('does not describe a public client', parsed.error)
  const { client_id, client_name, redirect_uris, grant_types } = parsed.data
  if (client_id !== url.href) throw refuse('is that of another client')
  if (!redirect_uris.every(isAllowedRedirect)) throw refuse('has a redirect_uri that is not allowed')
  return {
    id: client_id,
    name: cleanName(client_name),
    redirectUris: redirect_uris,
    grantTypes: grant_types ?? DEFAULT_GRANT_TYPES,
    secretHash: null,
  }
}
