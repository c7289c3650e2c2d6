import path from 'node:path'
import { env } from '@/lib/core/env'
import { currentCopy, listCopies, releaseOf, versionsFolder } from '@/lib/sources/yt-dlp/copies/copies.mjs'
import { describeMissing } from '@/lib/sources/yt-dlp/copies/extras.mjs'
import { findYtDlp } from '@/lib/sources/yt-dlp/program/find-yt-dlp'
import { inspectYtDlp } from '@/lib/sources/yt-dlp/program/inspect-yt-dlp'

/** The output of `status --json`. */
export type YtDlpStatus = {
  /** The yt-dlp that calls begin with; null where there is none. */
  used: { path: string; version: string; ageDays: number } | null
  /** Its extras, each with its version. */
  runtime: string | null
  solver: string | null
  impersonation: string | null
  /** The missing extras, and the affected platforms. */
  missing: string[]
  channel: 'stable' | 'nightly' | 'off'
  /** The private copies in the data folder, the one that was switched to last first. */
  copies: { version: string; isCurrent: boolean }[]
}

async function readStatus(): Promise<YtDlpStatus> {
  const folder = path.join(env().dataDir, 'yt-dlp')
  const used = await findYtDlp()
  const extras = used ? await inspectYtDlp(used) : { runtime: null, solver: null, impersonation: null }
  const current = currentCopy(folder)
  const copies = listCopies(folder).map((name) => {
    const copy = path.join(versionsFolder(folder), name)
    return { version: releaseOf(copy) ?? name, isCurrent: copy === current }
  })
  const missing = used ? describeMissing(extras) : ["yt-dlp is missing, so links to most platforms can't be read."]
  return { used, ...extras, missing, channel: env().YTDLP_CHANNEL, copies }
}

function toLines({ used, runtime, solver, impersonation, missing, channel, copies }: YtDlpStatus): string[] {
  const copy = ({ version, isCurrent }: YtDlpStatus['copies'][number]) => (isCurrent ? `${version} (current)` : version)
  return [
    `yt-dlp:        ${used ? `${used.version}, ${used.ageDays} days old, ${used.path}` : 'missing'}`,
    `JavaScript:    ${runtime ? `node ${runtime}` : 'missing'}`,
    `yt-dlp-ejs:    ${solver ?? 'missing'}`,
    `curl_cffi:     ${impersonation ?? 'missing'}`,
    `Channel:       ${channel}`,
    `Copies:        ${copies.map(copy).join(', ') || 'none'}`,
    ...missing,
  ]
}

/** Prints which yt-dlp is used, what it has, and what is missing. Gives 1 when there is none. */
export async function main(argv: readonly string[]): Promise<number> {
  const status = await readStatus()
  process.stdout.write(`${argv.includes('--json') ? JSON.stringify(status, null, 2) : toLines(status).join('\n')}\n`)
  return status.used ? 0 : 1
}
