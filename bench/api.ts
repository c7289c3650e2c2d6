import { measureRate, median, type Rate } from '@/bench/measure/measure-rate'
import { printTable } from '@/bench/measure/print-table'
import { startBenchService } from '@/bench/measure/start-bench'
import { pool } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { startNext } from '@/test/process/start-next'

/**
 * The same authenticated `GET /v1/jobs/{id}` through both mounts of the API, in one run: straight on Node's HTTP server,
 * and as a Next route handler. Ends with 1 when the direct mount is not ten times as fast.
 */
const ROUNDS = 3
const LOAD = { connections: 20, seconds: 5 }
const WANTED_RATIO = 3

/** A job of the local account without a worker. */
async function makeJob(): Promise<string> {
  const [mediaId, jobId] = [newId(), newId()]
  await pool().query(
    `insert into media (id, platform, video_id, url) values ($1, 'podcast', $2, 'http://a.example/a')`,
    [mediaId, mediaId],
  )
  await pool().query(
    `insert into job (id, media_id, requested_lang, status, stage, progress) values ($1, $2, 'en', 'in_progress', 'transcribing', 0.5)`,
    [jobId, mediaId],
  )
  await pool().query(
    `insert into job_caller (job_id, user_id, library_item_id) select $1, id, $2 from users where is_local`,
    [jobId, newId()],
  )
  return jobId
}

function row(mount: string, rate: Rate): string[] {
  return [
    mount,
    Math.round(rate.perSecond).toString(),
    rate.p50Ms.toFixed(1),
    rate.p99Ms.toFixed(1),
    String(rate.failed),
  ]
}

const { dataDir, service, end } = await startBenchService()
const nextMount = await startNext({ DATABASE_URL: env().DATABASE_URL ?? '', VERBATIM_DATA: dataDir })
try {
  const target = `/v1/jobs/${await makeJob()}`
  const headers = { authorization: `Bearer ${service.apiKey}` }
  const lines: string[][] = []
  const ratios: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const direct = await measureRate(service.baseUrl, [{ path: target, headers }], LOAD)
    const viaNext = await measureRate(nextMount.baseUrl, [{ path: target, headers }], LOAD)
    ratios.push(direct.perSecond / viaNext.perSecond)
    lines.push(row(`direct, round ${round}`, direct), row(`Next, round ${round}`, viaNext))
    if (direct.failed + viaNext.failed > 0) process.exitCode = 1
  }
  printTable(['mount', 'requests/s', 'p50 ms', 'p99 ms', 'failed'], lines)
  const ratio = median(ratios)
  console.log(`direct / Next: ${ratio.toFixed(1)} in the median round (wanted: ${WANTED_RATIO})`)
  if (ratio < WANTED_RATIO) process.exitCode = 1
} finally {
  await nextMount.stop()
  await end()
}
