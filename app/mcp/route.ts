import { serveMcp } from '@/lib/mcp/serve-mcp'

export const dynamic = 'force-dynamic'
/** A call waits 45 s at most. */
export const maxDuration = 60

export {
  serveMcp as DELETE,
  serveMcp as GET,
  serveMcp as OPTIONS,
  serveMcp as PATCH,
  serveMcp as POST,
  serveMcp as PUT,
}
