import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { billingMode } from '@/lib/billing/billing-mode'
import { checkConfiguration } from '@/lib/billing/stripe/check-configuration'
import { env } from '@/lib/core/env'
import { fileStore } from '@/lib/core/storage/choose-store'
import { FULL_BYTES, freeBytes, SCARCE_BYTES } from '@/lib/core/storage/disk-space'
import { withWorkFolder } from '@/lib/core/storage/work-dir'
import { verifyMailServer } from '@/lib/notices/send-mail'
import { readDatabaseFacts } from '../../health-queries'
import { errorWords, type Finding, failed, ok, warning } from './check'

const inGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
const MOST_CONNECTIONS = 0.9
const CLOCK_DIFFERENCE_MS = 2_000
/** Earlier than this version was made: the clock is not set. */
const EARLIEST = Date.UTC(2026, 10, 22)

export async function checkDisk(): Promise<Finding> {
  const { dataDir } = env()
  const free = await freeBytes(dataDir)
  const seen = `${inGigabytes(free)} free in ${dataDir}`
  if (free >= SCARCE_BYTES) return ok(seen)
  const action = 'Delete what is not needed, or move the data folder (VERBATIM_DATA) to a larger disk.'
  return free < FULL_BYTES ? failed(seen, action) : warning(seen, action)
}

export async function checkDatabase(): Promise<Finding> {
  const { version, bytes, usedConnections, maxConnections } = await readDatabaseFacts()
  const seen = `PostgreSQL ${version}, ${Math.ceil(bytes / 1e6)} MB, ${usedConnections} of ${maxConnections} connections`
  if (usedConnections < MOST_CONNECTIONS * maxConnections) return ok(seen)
  return warning(seen, 'Lower DATABASE_POOL, or raise max_connections of the database.')
}

/** The clock of this machine beside that of the database. */
export async function checkClock(
  readNow: () => Promise<Date> = async () => (await readDatabaseFacts()).now,
): Promise<Finding> {
  const startedAt = Date.now()
  const action = 'Set the clock with NTP (timedatectl set-ntp true): sign-in links and signed URLs depend on it.'
  if (startedAt < EARLIEST) return failed(`The clock says ${new Date(startedAt).toISOString()}.`, action)
  const theirs = await readNow()
  const between = (startedAt + Date.now()) / 2
  const differenceMs = Math.abs(theirs.getTime() - between)
  if (differenceMs <= CLOCK_DIFFERENCE_MS) return ok(`${new Date(startedAt).toISOString()}, as the database's clock`)
  return warning(`The clocks of this machine and the database are ${Math.round(differenceMs / 1000)} s apart.`, action)
}

export async function checkMail(): Promise<Finding> {
  const { MAIL_SERVER: server, localMode } = env()
  if (!server) {
    if (localMode) return ok('No mail server is set. Sign-in links are printed, which is enough on your own machine.')
    return warning('No mail server is set, so nobody can sign in by email.', 'Set MAIL_SERVER and MAIL_FROM.')
  }
  try {
    await verifyMailServer()
    return ok(`${new URL(server).host} accepts the connection and the sign-in`)
  } catch (error) {
    return failed(`${new URL(server).host}: ${errorWords(error)}`, 'Check the host, user and password in MAIL_SERVER.')
  }
}

export async function checkBilling(): Promise<Finding> {
  const mode = billingMode()
  if (mode !== 'stripe') {
    return ok(mode === 'sandbox' ? 'Sandbox: test money only' : 'Disabled: all accounts are unlimited')
  }
  const findings = await checkConfiguration()
  const wrong = findings.filter((finding) => !finding.ok).map(({ text }) => text)
  if (wrong.length === 0) return ok(`Stripe: ${findings.length} checks are right`)
  return failed(wrong.join(' '), 'Run "npm run stripe:check" after each change.')
}

export async function checkStorage(): Promise<Finding> {
  const { S3_BUCKET: bucket, dataDir } = env()
  if (bucket) {
    try {
      // No file has this name: an answer shows that the bucket can be reached and read.
      await fileStore().sizeOf('doctor/none')
      return ok(`The bucket ${bucket} answers`)
    } catch (error) {
      const cause = error instanceof Error && error.cause ? error.cause : error
      return failed(`The bucket ${bucket}: ${errorWords(cause)}`, 'Check the S3 settings and the rights of the key.')
    }
  }
  const written = await withWorkFolder('doctor', async (folder) => {
    const file = path.join(folder, 'written')
    await writeFile(file, 'written')
    return readFile(file, 'utf8')
  })
  return written === 'written'
    ? ok(`Writable: ${dataDir}`)
    : failed(`Data written to ${dataDir} was not read back correctly`, 'Check the disk.')
}
