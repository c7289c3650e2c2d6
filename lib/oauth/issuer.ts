import { env } from '@/lib/platform/env'

/** The issuer identifier (RFC 8414): clients compare it byte by byte, so it is made of the settings, never of a request. */
export function issuer(): string {
  return env().baseUrl
}

/** The resource identifiers (RFC 8707, 9728) of what a token opens: the API, and the MCP connector. */
export function resources(): { api: string; mcp: string } {
  return { api: issuer(), mcp: `${issuer()}/mcp` }
}
