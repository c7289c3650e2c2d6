import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { singleton } from './concurrency/singleton'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Up to nine seconds are waited for captions; a download may take an hour. */
const PLATFORM_SECONDS = [0.1, 0.25, 0.5, 1, 2, 3, 5, 9, 20, 60, 300, 3600]

/** Gauges of prom-client that are named as counters. */
const MISNAMED = ['nodejs_active_resources_total', 'nodejs_active_handles_total', 'nodejs_active_requests_total']

function make() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  const registers = [registry]
  const underWay = { requests: 0 }
  return {
    registry,
    /** Counted with each request, and read when the metrics are. */
    underWay,
    requests: new Histogram({
      name: 'verbatim_request_seconds',
      help: 'How long calls of the API took, by operation and status.',
      labelNames: ['operation', 'status'] as const,
      buckets: SECONDS,
      registers,
    }),
    requestsUnderWay: new Gauge({
      name: 'verbatim_requests_under_way',
      help: 'Requests that are being answered, without streams of events and uploads.',
      registers,
      collect() {
        this.set(underWay.requests)
      },
    }),
    requestsShed: new Counter({
      name: 'verbatim_requests_shed_total',
      help: 'Requests that were told to come again, because too many were under way.',
      registers,
    }),
    platformRequests: new Histogram({
      name: 'verbatim_platform_request_seconds',
      help: 'How long platforms took to answer this process, by platform, kind (captions, audio) and outcome.',
      labelNames: ['platform', 'kind', 'outcome'] as const,
      buckets: PLATFORM_SECONDS,
      registers,
    }),
    platformFailing: new Gauge({
      name: 'verbatim_platform_failing',
      help: 'Whether a platform is failing now (1) or not (0), by the requests of all processes.',
      labelNames: ['platform'] as const,
      registers,
    }),
    jobsEnded: new Counter({
      name: 'verbatim_jobs_ended_total',
      help: 'Jobs that ended in this process: done, or the code of what ended them.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    jobsRunning: new Gauge({
      name: 'verbatim_jobs_running',
      help: 'Jobs of the whole service that have not ended.',
      registers,
    }),
    queueItems: new Gauge({
      name: 'verbatim_queue_items',
      help: 'Work that is due or running, of the whole service, by durable function; 0 where an Inngest server keeps the queue.',
      labelNames: ['function'] as const,
      registers,
    }),
    queueOldest: new Gauge({
      name: 'verbatim_queue_oldest_seconds',
      help: 'How long the oldest work that is due and not running has waited.',
      registers,
    }),
    executorSeen: new Gauge({
      name: 'verbatim_executor_seen_seconds',
      help: 'Time since the process that runs the durable functions reported, or the Inngest server called.',
      registers,
    }),
    executorDone: new Gauge({
      name: 'verbatim_executor_done_seconds',
      help: 'Time since the last piece of work was done.',
      registers,
    }),
    eventsUnsent: new Gauge({
      name: 'verbatim_events_unsent',
      help: 'Events that no executor and no Inngest server has taken yet.',
      registers,
    }),
    eventsOldest: new Gauge({
      name: 'verbatim_events_oldest_seconds',
      help: 'How long the oldest of them has waited.',
      registers,
    }),
    runsLost: new Counter({
      name: 'verbatim_runs_lost_total',
      help: 'Runs that this process found lost and replaced, or gave up, by the kind of work.',
      labelNames: ['kind'] as const,
      registers,
    }),
    slots: new Gauge({
      name: 'verbatim_slots',
      help: 'Slots of this process for work of jobs, by kind and state (taken, awaited).',
      labelNames: ['kind', 'state'] as const,
      registers,
    }),
    storageErrors: new Counter({
      name: 'verbatim_storage_errors_total',
      help: 'Requests to the bucket that failed in this process.',
      registers,
    }),
    diskFree: new Gauge({
      name: 'verbatim_disk_free_bytes',
      help: 'Free space of the file system that has the data folder.',
      registers,
    }),
    connections: new Gauge({
      name: 'verbatim_database_connections',
      help: 'Connections of this process to the database, by what they do; and who waits for one.',
      labelNames: ['state'] as const,
      registers,
    }),
  }
}

/** The metrics of this process, for Prometheus. There is one instance. */
export function metrics(): ReturnType<typeof make> {
  return singleton('metrics', make)
}
