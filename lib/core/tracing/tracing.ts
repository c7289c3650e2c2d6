import { singleton } from '@/lib/core/concurrency/singleton'

export type SpanKind = 'server' | 'client' | 'consumer' | 'internal'

/** The attributes of a span: names, numbers and hosts, never a user's text, path or query. */
export type SpanAttributes = Readonly<Record<string, string | number>>

export type SpanStart = { name: string; kind: SpanKind; attributes?: SpanAttributes }

/** Something that has begun and is being timed. */
export type OpenSpan = {
  add: (attributes: SpanAttributes) => void
  /** Ends it; of an error only the kind is traced, because messages may quote a link. */
  end: (error?: unknown) => void
}

/** Writes down what happens, and what it is a part of, for an OpenTelemetry collector. */
export type Tracing = {
  /** Runs something as a span: what it starts is a part of it. */
  inSpan: <T>(start: SpanStart, run: (span: OpenSpan) => Promise<T>) => Promise<T>
  /** Begins a part of what is under way here; null when nothing that is traced is. */
  startPart: (start: SpanStart) => OpenSpan | null
  /** The current span, as W3C Trace Context writes it; null without one. */
  traceparent: () => string | null
  /** Runs something as a part of what another process, or an earlier moment, had under way. */
  goOn: <T>(traceparent: string, run: () => T) => T
  /** Sends what is left and ends. */
  stop: () => Promise<void>
}

/** The tracer of this process; null unless a collector is set. */
export function tracing(): Tracing | null {
  return singleton<Tracing | null>('tracing', () => null)
}

const UNTRACED: OpenSpan = { add: () => undefined, end: () => undefined }

/** Runs something as a span of a trace; just runs it where nothing is traced. */
export function inSpan<T>(start: SpanStart, run: (span: OpenSpan) => Promise<T>): Promise<T> {
  const active = tracing()
  return active ? active.inSpan(start, run) : run(UNTRACED)
}
