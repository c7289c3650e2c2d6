import { singleFlight } from '@/lib/core/concurrency/single-flight'
import { db } from '@/lib/core/db/db'
import { type Client, DEFAULT_GRANT_TYPES } from './client'
import { clientDocumentUrl, fetchClientDocument } from './client-document'

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

/** A client that is known already, without a request: well-known, registered, or by a document seen before. */
export async function knownClient(id: string): Promise<Client | null> {
  return PINNED_CLIENTS.get(id) ?? (await db().oauthClient.findUnique({ where: { id } }))
}

/**
 * A client by its id. Where that is the address of a metadata document, it is fetched, and taken from here for a day; a
 * failure is not remembered. Null for an unknown id; throws `invalid_client` for an unusable document.
 */
export async function findClient(id: string): Promise<Client | null> {
  const well = PINNED_CLIENTS.get(id)
  if (well) return well
  const row = await db().oauthClient.findUnique({ where: { id } })
  const url = clientDocumentUrl(id)
  if (!url || (row?.expiresAt && row.expiresAt > new Date())) return row
  return singleFlight(`oauth client ${id}`, () => fetchDocument(url))
}

function pinned(id: string, name: string, redirectUris: readonly string[]): [string, Client] {
  return [id, { id, name, redirectUris, grantTypes: DEFAULT_GRANT_TYPES, secretHash: null }]
}

/**
 * The metadata documents of well-known clients, by their exact address. They are kept here because some of their hosts
 * refuse to be asked by servers.
 */
const PINNED_CLIENTS: ReadonlyMap<string, Client> = new Map([
  pinned('https://claude.ai/oauth/mcp-oauth-client-metadata', 'Claude', ['https://claude.ai/api/mcp/auth_callback']),
  pinned('https://claude.ai/oauth/claude-code-client-metadata', 'Claude Code', [
    'http://localhost/callback',
    'http://127.0.0.1/callback',
  ]),
  pinned('https://chatgpt.com/oauth/client.json', 'ChatGPT', ['https://chatgpt.com/connector_platform_oauth_redirect']),
  pinned('https://chatgpt.com/oauth/codex/client.json', 'Codex', [
    'http://127.0.0.1/callback',
    'http://localhost/callback',
  ]),
  pinned('https://vscode.dev/oauth/client-metadata.json', 'Visual Studio Code', [
    'http://127.0.0.1:33418/',
    'https://vscode.dev/redirect',
  ]),
])
