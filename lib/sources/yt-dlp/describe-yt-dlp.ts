import { findYtDlp } from './find-yt-dlp'

const OLD_DAYS = 90

/** What /health says of yt-dlp: `2026.10.26, 26 days old`, with the way to a newer one when it is old; or `missing`. */
export async function describeYtDlp(): Promise<string> {
  const found = await findYtDlp()
  if (!found) return 'missing'
  const { version, ageDays } = found
  const reported = `${version}, ${ageDays} ${ageDays === 1 ? 'day' : 'days'} old`
  return ageDays > OLD_DAYS ? `${reported}; platforms change, update it: pip install --upgrade yt-dlp` : reported
}
