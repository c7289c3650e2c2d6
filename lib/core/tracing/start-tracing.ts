import { clearSingleton, singleton } from '@/lib/core/concurrency/singleton'
import { env } from '@/lib/core/env'
import { log } from '@/lib/core/log'
import { VERSION } from '@/lib/core/version'
import { makeTracing } from './make-tracing'
import { traceOutbound } from './trace-outbound'

/** How long one sending may take, the last one when the service stops too. */
const SENDING_LIMIT_MS = 5_000

/**
 * Sends traces to the collector that `OTEL_EXPORTER_OTLP_ENDPOINT` names, by OTLP over HTTP, until it is stopped; the
 * exporter reads `OTEL_EXPORTER_OTLP_HEADERS` and its like itself. Without the setting nothing of OpenTelemetry's SDK is
 * even loaded. Called before anything that is traced is made.
 */
export async function startTracing(): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER_ARG } = env()
  if (endpoint === undefined) return async () => undefined
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const url = `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: SENDING_LIMIT_MS })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': OTEL_SERVICE_NAME, 'service.version': VERSION }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  const stopOutbound = traceOutbound()
  const stop = async () => {
    stopOutbound()
    clearSingleton('tracing')
    await provider.shutdown().catch((error: unknown) => log.warn('the last traces could not be sent', { error }))
  }
  clearSingleton('tracing')
  singleton('tracing', () => makeTracing(api, provider.getTracer('verbatim', VERSION), stop))
  return stop
}
