import { Cron } from 'croner'

const TIME_ZONE = /^(?:CRON_)?TZ=(\S+)\s+/

/** A cron pattern of Inngest: five fields (a sixth before them: seconds), a time zone in front. Throws when it isn't. */
export function parseCron(pattern: string): Cron {
  const timezone = TIME_ZONE.exec(pattern)?.[1] ?? 'UTC'
  return new Cron(pattern.replace(TIME_ZONE, ''), { timezone, paused: true })
}
