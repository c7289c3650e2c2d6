import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context, Span, SpanContext, Tracer } from '@opentelemetry/api'
import { Problem } from '@/lib/core/problem/problem'
import type { OpenSpan, SpanStart, Tracing } from './tracing'

type Api = typeof import('@opentelemetry/api')

/** https://www.w3.org/TR/trace-context/#traceparent-header, of version 00. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

function kindOf(error: unknown): string {
  if (error instanceof Problem) return error.code
  return error instanceof Error ? error.name : typeof error
}

function parse(traceparent: string): SpanContext | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? []
  if (!traceId || !spanId || !flags) return null
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}

function toOpenSpan(api: Api, span: Span, atRoot: <T>(run: () => T) => T): OpenSpan {
  return {
    add: (attributes) => void span.setAttributes(attributes),
    end: (error) => {
      if (error !== undefined) {
        span.setStatus({ code: api.SpanStatusCode.ERROR })
        span.setAttribute('error.type', kindOf(error))
      }
      // Ending it may set the timer of the next sending, which is not a part of what is under way.
      atRoot(() => span.end())
    },
  }
}

/**
 * Makes spans of a tracer, each a child of the current span. The context is separate from OpenTelemetry's globals, so
 * that libraries do not add their own spans with addresses in them.
 */
export function makeTracing(api: Api, tracer: Tracer, stop: () => Promise<void>): Tracing {
  const storage = new AsyncLocalStorage<Context>()
  const current = () => storage.getStore() ?? api.ROOT_CONTEXT
  const open = (span: Span) => toOpenSpan(api, span, (run) => storage.run(api.ROOT_CONTEXT, run))
  const kinds = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    consumer: api.SpanKind.CONSUMER,
    internal: api.SpanKind.INTERNAL,
  }
  const start = ({ name, kind, attributes = {} }: SpanStart) =>
    tracer.startSpan(name, { kind: kinds[kind], attributes }, current())

  return {
    async inSpan(started, run) {
      const span = start(started)
      const opened = open(span)
      try {
        const result = await storage.run(api.trace.setSpan(current(), span), () => run(opened))
        opened.end()
        return result
      } catch (error) {
        opened.end(error)
        throw error
      }
    },
    startPart: (started) => (api.trace.getSpan(current()) ? open(start(started)) : null),
    traceparent() {
      const span = api.trace.getSpanContext(current())
      return span ? `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}` : null
    },
    goOn(traceparent, run) {
      const parent = parse(traceparent)
      return parent ? storage.run(api.trace.setSpanContext(api.ROOT_CONTEXT, parent), run) : run()
    },
    stop,
  }
}
