import type { CallToolResult } from '@modelcontextprotocol/server'
import { log } from '@/lib/platform/log'
import { Problem } from '@/lib/platform/problem'
import { toProblem, toProblemBody } from '@/lib/platform/problem-body'
import type { ProblemBody } from '@/lib/platform/problem-schema'

/** A problem as the result of a tool: its sentence, its code, and what a model can act on. */
export function toProblemResult({ detail, code, retry_after, request_id, context }: ProblemBody): CallToolResult {
  const lines = [detail, `code: ${code}`]
  if (retry_after !== null) lines.push(`retry_after: ${retry_after} s`)
  if (Object.keys(context).length > 0) lines.push(`context: ${JSON.stringify(context)}`)
  if (request_id !== null) lines.push(`request_id: ${request_id}`)
  return { content: [{ type: 'text', text: lines.join('\n') }], isError: true }
}

/** The same of anything that a tool has thrown. What is not a problem of ours says nothing of the inside; the log has it. */
export function toErrorResult(
  error: unknown,
  { tool, requestId }: { tool: string; requestId: string },
): CallToolResult {
  if (!(error instanceof Problem)) log.error('a tool failed', { request_id: requestId, tool, error })
  return toProblemResult(toProblemBody(toProblem(error), requestId))
}
