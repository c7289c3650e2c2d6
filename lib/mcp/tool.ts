import type { CallToolResult, McpServer, ServerContext, StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { Actor } from '@/lib/core/actor'
import { log } from '@/lib/core/log'
import type { Scope } from '@/lib/core/operations/operation'
import { Problem } from '@/lib/core/problem/problem'
import { toProblem, toProblemBody } from '@/lib/core/problem/problem-body'
import type { ProblemBody } from '@/lib/core/problem/problem-schema'
import { callKey } from './call-key'
import { type Caller, requireScopes } from './caller'
import { startWaitBudget } from './wait/wait-budget'

export type ToolCall = {
  actor: Actor
  /** Aborted when the client has disconnected. */
  signal: AbortSignal
  /** Aborted when waiting should end: after 45 s, or when the client takes the call back. */
  budget: AbortSignal
  report: Report
}

/** The result of a tool: texts for the reader, the same as data; or why the requested work has failed. */
export type ToolOutput<D> = { texts: string[]; data: D } | { problem: ProblemBody }

type Definition<I extends z.ZodObject, O extends z.ZodObject> = {
  name: string
  title: string
  /** For the model: what the tool does, when to use it, what it returns. */
  description: string
  hints: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }
  /** The scopes that a connector's credential must have. */
  scopes: readonly Scope[]
  input: I
  output: O
  run: (input: z.output<I>, call: ToolCall) => Promise<ToolOutput<z.input<O>>>
}

/** A tool as the registry holds it. */
export type Tool = {
  name: string
  title: string
  scopes: readonly Scope[]
  input: z.ZodObject
  register: (server: McpServer, caller: Caller) => void
}

/** Runs a tool to a result, whatever becomes of it. */
async function toResult<D extends Record<string, unknown>>(
  name: string,
  caller: Caller,
  context: ServerContext,
  run: (call: ToolCall) => Promise<ToolOutput<D>>,
): Promise<CallToolResult> {
  const { signal, id } = context.mcpReq
  const { signal: budget, stop } = startWaitBudget(callKey(caller, id))
  try {
    const answer = await run({ actor: caller.actor, signal, budget, report: progressReport(context) })
    if ('problem' in answer) return toProblemResult(answer.problem)
    const content = answer.texts.map((text) => ({ type: 'text' as const, text }))
    return caller.structured ? { content, structuredContent: answer.data } : { content }
  } catch (error) {
    // A client that cancelled or disconnected reads no result.
    if (signal.aborted) throw error
    return toErrorResult(error, { tool: name, requestId: caller.requestId })
  } finally {
    stop()
  }
}

/**
 * A schema whose JSON Schema leaves out what a model need not read for each tool again: its dialect, which is the one of MCP, and
 * the characters of texts.
 */
function inShort(schema: StandardSchemaWithJSON): StandardSchemaWithJSON {
  const { jsonSchema, ...standard } = schema['~standard']
  const input: typeof jsonSchema.input = (options) => {
    const { $schema: _, ...long } = jsonSchema.input(options)
    const isPattern = (key: string, value: unknown) => key === 'pattern' && typeof value === 'string'
    return JSON.parse(JSON.stringify(long, (key, value) => (isPattern(key, value) ? undefined : value)))
  }
  return { '~standard': { ...standard, jsonSchema: { ...jsonSchema, input } } }
}

/** Makes a tool of its definition; `run` gets what fits `input`, and anything it throws becomes an error result. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(definition: Definition<I, O>): Tool {
  const { name, title, description, hints, scopes, input, output, run } = definition
  // The SDK's types don't follow a schema that is a type parameter, so what it has checked is parsed for its type.
  const inputSchema = inShort(input.strict())
  return {
    name,
    title,
    scopes,
    input,
    register: (server, caller) => {
      const data = caller.structured ? { outputSchema: output } : {}
      server.registerTool(
        name,
        { title, description, inputSchema, ...data, annotations: hints, scopeChallenge: requireScopes(scopes) },
        (sent, context) => toResult(name, caller, context, (call) => run(input.parse(sent), call)),
      )
    },
  }
}

/** A problem as the result of a tool: its sentence, its code, and what a model can act on. */
function toProblemResult({ detail, code, retry_after, request_id, context }: ProblemBody): CallToolResult {
  const lines = [detail, `code: ${code}`]
  if (retry_after !== null) lines.push(`retry_after: ${retry_after} s`)
  if (Object.keys(context).length > 0) lines.push(`context: ${JSON.stringify(context)}`)
  if (request_id !== null) lines.push(`request_id: ${request_id}`)
  return { content: [{ type: 'text', text: lines.join('\n') }], isError: true }
}

/** The result for anything that a tool has thrown. An unexpected error shows no details, which are in the log. */
function toErrorResult(error: unknown, { tool, requestId }: { tool: string; requestId: string }): CallToolResult {
  if (!(error instanceof Problem)) log.error('a tool failed', { request_id: requestId, tool, error })
  return toProblemResult(toProblemBody(toProblem(error), requestId))
}

/** Reports the progress of the work, from 0 to 1. */
type Report = (progress: number, message: string) => Promise<void>

/** Reports the progress of a call to a client that asked for it. Progress only grows, as MCP requires. */
function progressReport({ mcpReq }: ServerContext): Report {
  const progressToken = mcpReq._meta?.progressToken
  let last = -1
  return async (progress, message) => {
    if (progressToken === undefined || progress <= last) return
    last = progress
    const params = { progressToken, progress, total: 1, message }
    await mcpReq.notify({ method: 'notifications/progress', params })
  }
}
