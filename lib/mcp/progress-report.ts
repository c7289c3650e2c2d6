import type { ServerContext } from '@modelcontextprotocol/server'

/** Tells how far the work is, from 0 to 1. */
export type Report = (progress: number, message: string) => Promise<void>

/** Tells a client that asked for it how far its call is: only what is more than before, as MCP has it. */
export function progressReport({ mcpReq }: ServerContext): Report {
  const progressToken = mcpReq._meta?.progressToken
  let last = -1
  return async (progress, message) => {
    if (progressToken === undefined || progress <= last) return
    last = progress
    const params = { progressToken, progress, total: 1, message }
    await mcpReq.notify({ method: 'notifications/progress', params })
  }
}
