import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { inngest } from '@/inngest/client'
import { functions } from '@/inngest/functions'
import { replaceAllLostRuns } from '@/inngest/replace-lost-runs'
import { flushKeyUses } from '@/lib/accounts/api-keys/key-use'
import { LOCAL_ACCESS_FILE } from '@/lib/accounts/local/contract'
import { createLocalLink, issueLocalToken } from '@/lib/accounts/local/local-access'
import { ensureLocalAccount } from '@/lib/accounts/local/local-account'
import { endTextWorkers } from '@/lib/archive/texts/run-text-task'
import { checkSettings as checkBillingSettings } from '@/lib/billing/check-settings'
import { leaveFormerProvider } from '@/lib/billing/subscription/reconcile'
import { raceDeadline } from '@/lib/core/concurrency/start-deadline'
import { beginStopping, isStopping } from '@/lib/core/concurrency/stopping'
import { closeAdvisoryLocks } from '@/lib/core/db/advisory-lock'
import { closeDb, pool } from '@/lib/core/db/db'
import { closeNotifications } from '@/lib/core/db/notifications'
import { env, setEnv } from '@/lib/core/env'
import { log } from '@/lib/core/log'
import { endOrphans, recordChildrenIn } from '@/lib/core/programs/child-records'
import { startTracing } from '@/lib/core/tracing/start-tracing'
import { runner } from '@/lib/durable/runner'
import type { Running } from '@/lib/durable/runner-type'
import { startJobFilePurge } from '@/lib/jobs/audio/purge-job-files'
import { stopJobWork } from '@/lib/jobs/runs/while-job-runs'
import { closeEgressProxy } from '@/lib/net/egress-proxy/with-egress'
import { SITE_SOURCES } from '@/lib/platforms/site-sources'
import { flushViews } from '@/lib/publishing/count-view'
import { flushRequestCounts } from '@/lib/sources/status/count-request'
import { checkDatabase, requireSameSecret } from '@/prisma/check-database'
import { migrate } from '@/prisma/migrate'
import { mountApp } from '@/server/http/mount-app'
import { startHttp } from '@/server/http/start-http'
import { explainFullDisk } from './data-folder/explain-full-disk'
import { lockDataDir } from './data-folder/lock-data-dir'
import { readSecret } from './data-folder/read-secret'
import { removeStaleWorkFiles } from './data-folder/remove-stale-work-files'
import { startPostgres } from './postgres/start-postgres'
import { SetupError } from './setup/setup-error.mjs'
import { watchNpm } from './setup/watch-npm.mjs'
import { announce } from './start/announce'
import { checkSettings, settingNotes } from './start/check-settings'
import { offerModel } from './start/offer-model'
import { startYtDlpUpdates } from './start/update-yt-dlp'

const HTTP_GRACE_MS = 3_000
const EXECUTOR_GRACE_MS = 3_000
const JOB_WORK_GRACE_MS = 2_000
const POSTGRES_LIMIT_MS = 2_000
const TOOLS_STOP_LIMIT_MS = 3_000
/** A part that takes too long to stop is left behind: the next start continues its work, or repeats it. */
const STOP_LIMIT_MS = 1_000
/** The limit of the whole stop. A service manager kills a process that has not ended, often after ten seconds. */
const EXIT_LIMIT_MS = 9_500

export type MainOptions = {
  port?: number
  host?: string
  root: string
  /** The pages, if they are still being built: the API answers before. */
  pages?: { built: Promise<void>; stop: () => Promise<void> }
  /** A speech engine that is missing is being installed, or will be once the service runs. */
  installsSpeech?: boolean
  /** Ends what installs programs. Called at the signal itself: what is ended so is no failed installation. */
  stopTools?: () => Promise<void>
}

type Cleanup = { name: string; run: () => Promise<unknown>; limitMs?: number }

/** Undoes what has been started, the last first; what fails to stop, or hangs, does not keep the rest from it. */
async function undo(cleanups: readonly Cleanup[]): Promise<void> {
  for (const { name, run, limitMs = STOP_LIMIT_MS } of [...cleanups].reverse()) {
    try {
      await raceDeadline({ timeoutMs: limitMs }, run())
    } catch (error) {
      log.error(`${name} did not stop cleanly`, { error })
    }
  }
}

async function startDatabase(root: string, cleanups: Cleanup[]): Promise<string | null> {
  const given = env().DATABASE_URL
  if (given) {
    await checkDatabase(given)
    await migrate(given, root)
    await requireSameSecret(given)
    return null
  }
  const postgres = await startPostgres({ dataDir: env().dataDir, log: (line) => process.stdout.write(`${line}\n`) })
  cleanups.push({ name: 'PostgreSQL', run: () => postgres.stop(), limitMs: POSTGRES_LIMIT_MS })
  setEnv({ DATABASE_URL: postgres.url })
  await migrate(postgres.url, root)
  return postgres.where
}

/**
 * Writes the access of the local account: returns a link for the browser, and writes a token for programs to a file of
 * the data folder that only the current user can read.
 */
async function writeLocalAccess(dataDir: string): Promise<string> {
  const file = path.join(dataDir, LOCAL_ACCESS_FILE)
  const fresh = `${file}.${process.pid}`
  const content = { url: env().baseUrl, token: issueLocalToken() }
  await writeFile(fresh, `${JSON.stringify(content)}\n`, { mode: 0o600, flush: true })
  await rename(fresh, file)
  return createLocalLink()
}

/** Throws with a sentence for people when the settings of the durable functions are half a set. */
function checkExecutorSettings(): void {
  const { fault } = runner()
  if (fault !== null) throw new SetupError(fault)
}

/** Has the durable functions run. To be called when requests are answered, because an Inngest server calls immediately. */
function startExecutor(): Promise<Running> {
  const parts = { stopWork: stopJobWork, replaceLostRuns: replaceAllLostRuns }
  return runner().start({ client: inngest, functions, pool: pool(), ...parts })
}

/** Starts everything in order. `cleanups` holds the started parts, also if a later part fails. */
async function start(options: MainOptions, cleanups: Cleanup[]): Promise<void> {
  const { port, host, root, pages, stopTools, installsSpeech = false } = options
  if (stopTools) cleanups.push({ name: 'the installation of programs', run: stopTools, limitMs: TOOLS_STOP_LIMIT_MS })
  if (pages) cleanups.push({ name: 'the build of the pages', run: pages.stop, limitMs: TOOLS_STOP_LIMIT_MS })
  cleanups.push({ name: 'tracing', run: await startTracing() })
  if (port !== undefined) setEnv({ PORT: String(port) })
  if (host !== undefined) setEnv({ HOST: host })
  const { dataDir } = env()
  // A mistake in the settings is reported now: not with the first link, nor when a database runs already.
  for (const { extractors } of Object.values(SITE_SOURCES)) extractors?.()
  checkSettings()
  for (const note of settingNotes()) process.stderr.write(`${note}\n`)
  checkBillingSettings()
  checkExecutorSettings()
  const http = await startHttp(env().PORT, env().HOST)
  setEnv({ PORT: String(http.port) })
  const unlock = await lockDataDir(dataDir, { address: env().baseUrl })
  cleanups.push({ name: 'the lock of the data folder', run: unlock })
  const childRecords = path.join(dataDir, 'programs')
  endOrphans(childRecords)
  recordChildrenIn(childRecords)
  if (!env().VERBATIM_SECRET) setEnv({ VERBATIM_SECRET: await readSecret(dataDir) })
  const databaseFolder = await startDatabase(root, cleanups)
  cleanups.push({
    name: 'connections',
    run: () =>
      Promise.all([closeDb(), closeNotifications(), closeAdvisoryLocks(), closeEgressProxy()]).finally(endTextWorkers),
  })
  cleanups.push({ name: 'counts', run: () => Promise.all([flushRequestCounts(), flushKeyUses(), flushViews()]) })
  const account = env().localMode ? await ensureLocalAccount() : null
  const localLink = env().localMode ? await writeLocalAccess(dataDir) : null
  await leaveFormerProvider()
  await removeStaleWorkFiles()
  cleanups.push({ name: 'sweeping', run: startJobFilePurge().stop })
  cleanups.push({ name: 'updates of yt-dlp', run: startYtDlpUpdates().stop })
  cleanups.push({ name: 'work for jobs', run: () => stopJobWork(JOB_WORK_GRACE_MS), limitMs: JOB_WORK_GRACE_MS + 200 })
  let executor: Running | undefined
  cleanups.push({
    name: 'requests and durable functions',
    run: () => Promise.all([http.stop(HTTP_GRACE_MS), executor?.stop(EXECUTOR_GRACE_MS)]),
    limitMs: Math.max(HTTP_GRACE_MS, EXECUTOR_GRACE_MS) + 500,
  })
  const app = await mountApp(root, pages?.built)
  http.answer(app.listener)
  if (pages) process.stdout.write(`The API answers at ${env().baseUrl}/v1. The pages follow once they are built.\n`)
  const executorStarted = startExecutor().then((running) => {
    executor = running
  })
  await Promise.all([executorStarted, app.pagesReady])
  await announce({ account, databaseFolder, localLink, installsSpeech })
  // The account of this machine is made at the first start.
  if (account) await offerModel()
}

/** Stops the process cleanly on the first signal, immediately on the second. */
function stopOnSignal(cleanups: readonly Cleanup[], stopTools: MainOptions['stopTools']): void {
  let stopping = false
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(signal === 'SIGINT' ? 130 : 143)
    stopping = true
    beginStopping()
    // Waited for among the cleanups.
    void stopTools?.()
    setTimeout(() => process.exit(1), EXIT_LIMIT_MS)
    process.stdout.write('\nStopping. Running jobs continue at the next start…\n')
    void undo(cleanups).then(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // A signal to the whole group ends npm too: that is no second one.
  watchNpm(() => {
    if (!stopping) stop('SIGTERM')
  })
}

/**
 * Runs Verbatim on this machine: PostgreSQL unless `DATABASE_URL` names one, migrations, the executor and HTTP.
 * Resolves when it answers; ends the process with a sentence for people when it can't.
 */
export async function main(options: MainOptions): Promise<void> {
  const cleanups: Cleanup[] = []
  stopOnSignal(cleanups, options.stopTools)
  const { DATABASE_URL: external, dataDir } = env()
  try {
    await start(options, cleanups)
  } catch (failure) {
    // Starting parts are stopped: the signal's way ends the process.
    if (isStopping()) return
    const error = explainFullDisk(failure, dataDir, !external) ?? failure
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
    log.debug('the start failed', { error })
    await undo(cleanups)
    process.exit(1)
  }
}
