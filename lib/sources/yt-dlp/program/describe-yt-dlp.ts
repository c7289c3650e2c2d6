import { withOurCommands } from '@/lib/core/programs/our-command'
import { findYtDlp } from './find-yt-dlp'
import { inspectYtDlp } from './inspect-yt-dlp'

const OLD_DAYS = 90

/** The words of /health on yt-dlp: `2026.10.26, 26 days old`, with the way to a newer one when it is old; or `missing`. */
export async function describeYtDlp(): Promise<string> {
  const found = await findYtDlp()
  if (!found) return 'missing'
  const { version, ageDays } = found
  const reported = `${version}, ${ageDays} ${ageDays === 1 ? 'day' : 'days'} old`
  if (ageDays <= OLD_DAYS) return reported
  return `${reported}; ${withOurCommands('platforms change, update it: npm run -s yt-dlp -- update')}`
}

/** The words of /health on yt-dlp's extras: each with its version, or the loss without it. */
export async function describeYtDlpExtras(): Promise<string> {
  const found = await findYtDlp()
  if (!found) return 'missing'
  const { runtime, solver, impersonation } = await inspectYtDlp(found)
  return [
    runtime ? `node ${runtime}` : 'no JavaScript runtime (formats of YouTube are missing)',
    solver ? `yt-dlp-ejs ${solver}` : 'no yt-dlp-ejs (formats of YouTube are missing)',
    impersonation ? `curl_cffi ${impersonation}` : 'no curl_cffi (some platforms may refuse)',
  ].join(', ')
}
