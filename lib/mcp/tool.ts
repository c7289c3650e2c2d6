import type { CallToolResult, McpServer, ServerContext, StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { Actor } from '@/lib/platform/actor'
import type { Scope } from '@/lib/platform/operation'
import type { ProblemBody } from '@/lib/platform/problem-schema'
import { callKey } from './call-key'
import { type Caller, requireScopes } from './caller'
import { toErrorResult, toProblemResult } from './error-result'
import { progressReport, type Report } from './progress-report'
import { startWaitBudget } from './wait-budget'

/** One call of a tool by somebody who may call it. */
export type ToolCall = {
  actor: Actor
  /** Aborted when the client has gone. */
  signal: AbortSignal
  /** Aborted when waiting should end: after 45 s, or when the client takes the call back. */
  budget: AbortSignal
  report: Report
}

/** What a tool answers: texts for whoever reads, the same as data; or why the work it asked for has failed. */
export type ToolOutput<D> = { texts: string[]; data: D } | { problem: ProblemBody }

type Definition<I extends z.ZodObject, O extends z.ZodObject> = {
  name: string
  title: string
  /** For the model: what it does, when to use it, what comes back. */
  description: string
  hints: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }
  /** What a connector's credential has to be allowed. */
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
  const { signal: budget, done } = startWaitBudget(callKey(caller, id))
  try {
    const answer = await run({ actor: caller.actor, signal, budget, report: progressReport(context) })
    if ('problem' in answer) return toProblemResult(answer.problem)
    return { content: answer.texts.map((text) => ({ type: 'text', text })), structuredContent: answer.data }
  } catch (error) {
    // Nobody reads what is answered to a client that has gone.
    if (signal.aborted) throw error
    return toErrorResult(error, { tool: name, requestId: caller.requestId })
  } finally {
    done()
  }
}

/** Makes a tool of its definition; `run` gets what fits `input`, and anything it throws becomes an error result. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(definition: Definition<I, O>): Tool {
  const { name, title, description, hints, scopes, input, output, run } = definition
  // The SDK's types don't follow a schema that is a type parameter, so what it has checked is parsed for its type.
  const inputSchema: StandardSchemaWithJSON = input
  return {
    name,
    title,
    scopes,
    input,
    register: (server, caller) => {
      const annotations = { title, ...hints }
      server.registerTool(
        name,
        { title, description, inputSchema, outputSchema: output, annotations, scopeChallenge: requireScopes(scopes) },
        (sent, context) => toResult(name, caller, context, (call) => run(input.parse(sent), call)),
      )
    },
  }
}
