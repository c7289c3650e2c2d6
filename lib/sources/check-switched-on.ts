import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { noRecording } from './recognise/link-problems'

/** Throws `unsupported_source` for a platform that the operator has switched off. */
export function checkSwitchedOn(platform: string): void {
  if (platform === 'web' && !env().anySite) throw noRecording()
  if (!env().SOURCES_DISABLED.includes(platform)) return
  throw new Problem('unsupported_source', {
    detail: `Links to ${platform} are disabled on this server. Upload the file instead.`,
    context: { switched_off: env().SOURCES_DISABLED },
  })
}
