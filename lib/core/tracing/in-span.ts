import { type OpenSpan, type SpanStart, tracing } from './tracing'

const UNTRACED: OpenSpan = { add: () => undefined, end: () => undefined }

/** Runs something as a span of a trace; just runs it where nothing is traced. */
export function inSpan<T>(start: SpanStart, run: (span: OpenSpan) => Promise<T>): Promise<T> {
  const active = tracing()
  return active ? active.inSpan(start, run) : run(UNTRACED)
}
