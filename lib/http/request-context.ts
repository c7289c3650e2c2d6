import type { Operation } from '@/lib/core/operations/operation'

/** The metadata by which clients of an endpoint get a credential (RFC 9728), and the scopes to request. */
export type ProtectedResource = { metadataUrl: () => string; scope?: string }

/** The target of a request: an operation of the API, or the connector. `route` is its path with parameters in braces. */
export type Endpoint = { id: string; route: string; resource: ProtectedResource; operation: Operation | null }

export type RequestContext = {
  /** The target of the request; null for an unknown path. */
  endpoint: Endpoint | null
  /** Whether a client of OpenAI's API asked for an unknown path, and reads its errors only. */
  isOpenAi?: boolean
  requestId: string
  /** The headers of a reading request: its response gets an entity tag, and no body where the caller has it already. */
  conditional?: Headers | null
  /** Response headers that are sent whatever the outcome is. */
  headers: Record<string, string>
}
