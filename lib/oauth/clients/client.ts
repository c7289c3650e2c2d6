export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

export const GRANT_TYPES = ['authorization_code', 'refresh_token', DEVICE_GRANT] as const

/** The grants of a client that names none. */
export const DEFAULT_GRANT_TYPES: readonly string[] = ['authorization_code', 'refresh_token']

/** An app that may ask for a connection. */
export type Client = {
  id: string
  /** The name that it gives itself. */
  name: string | null
  redirectUris: readonly string[]
  grantTypes: readonly string[]
  /** SHA-256 of a confidential client's secret; null: a public one. */
  secretHash: Uint8Array | null
}

/** A request to the token endpoint whose client has been authenticated; null: Verbatim's own command line. */
export type GrantRequest = { client: Client | null; parameters: URLSearchParams }
