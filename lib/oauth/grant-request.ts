import type { Client } from './client'
import type { Token } from './contract'

/** A request to the token endpoint whose client has been authenticated; null: Verbatim's own command line. */
export type GrantRequest = { client: Client | null; parameters: URLSearchParams }

/** Gives the tokens for one type of grant, or throws an `OAuthError`. */
export type Grant = (request: GrantRequest) => Promise<Token>
