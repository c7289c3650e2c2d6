import { db } from '@/lib/platform/db'
import { singleFlight } from '@/lib/platform/single-flight'
import type { Client } from './client'
import { clientDocumentUrl } from './client-document-url'
import { fetchClientDocument } from './fetch-client-document'
import { PINNED_CLIENTS } from './pinned-clients'

const DOCUMENT_LIFETIME_MS = 24 * 3_600_000

async function remember({ id, name, redirectUris, grantTypes }: Client): Promise<void> {
  const data = {
    name,
    redirectUris: [...redirectUris],
    grantTypes: [...grantTypes],
    expiresAt: new Date(Date.now() + DOCUMENT_LIFETIME_MS),
  }
  await db().oauthClient.upsert({ where: { id }, create: { id, ...data }, update: data })
}

async function fetchDocument(url: URL): Promise<Client> {
  const client = await fetchClientDocument(url)
  await remember(client)
  return client
}

/** A client that is known already, without asking anybody: well-known, registered, or by a document seen before. */
export async function knownClient(id: string): Promise<Client | null> {
  return PINNED_CLIENTS.get(id) ?? (await db().oauthClient.findUnique({ where: { id } }))
}

/**
 * A client by its id. Where that is the address of a metadata document, it is fetched, and taken from here for a day; a
 * failure is not remembered. Null for an id that nobody has; throws `invalid_client` for a document that is of no use.
 */
export async function findClient(id: string): Promise<Client | null> {
  const well = PINNED_CLIENTS.get(id)
  if (well) return well
  const row = await db().oauthClient.findUnique({ where: { id } })
  const url = clientDocumentUrl(id)
  if (!url || (row?.expiresAt && row.expiresAt > new Date())) return row
  return singleFlight(`oauth client ${id}`, () => fetchDocument(url))
}
