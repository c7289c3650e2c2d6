import type { LucideIcon } from 'lucide-react'
import { CircleAlert, CircleCheck, CircleDashed, Clock } from 'lucide-react'
import { LOCALE } from '@/components/format/locale'
import { classes } from '@/components/ui/classes'
import type { PlatformState, PlatformStatusView, StatusView } from '@/lib/health/status-contract'
import { PLATFORM_NAMES } from '@/lib/platforms/platforms'
import { ANSWERED_LOOK, HourBars } from './hour-bars'
import { words } from './words'

const MARKS: Readonly<Record<PlatformState, { Icon: LucideIcon; look: string }>> = {
  working: { Icon: CircleCheck, look: 'text-ink' },
  slow: { Icon: Clock, look: 'text-ink' },
  failing: { Icon: CircleAlert, look: 'text-failed' },
  quiet: { Icon: CircleDashed, look: 'text-soft' },
}

const seconds = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 2 })

/** The status of the platforms in the last 24 hours. */
export function StatusScreen({ status }: { status: StatusView }) {
  const failing = status.platforms.filter(({ state }) => state === 'failing')
  const names = failing.map(({ platform }) => PLATFORM_NAMES[platform])
  const isQuiet = status.platforms.every(({ last_day: day }) => day.requests === 0)
  const allAnswer = isQuiet ? words.noData : words.allAnswer
  return (
    <div className="flex max-w-3xl flex-col gap-8">
      <p className={classes('text-lg', failing.length > 0 && 'text-failed')}>
        {failing.length > 0 ? words.failingNow(new Intl.ListFormat(LOCALE).format(names)) : allAnswer}
      </p>
      {!isQuiet && <Legend />}
      <ul className="border-b border-hairline">
        {status.platforms.map((platform) => (
          <PlatformRow key={platform.platform} status={platform} />
        ))}
      </ul>
      <p className="text-sm text-soft">
        {words.machine}{' '}
        <a href="/v1/status" className="link">
          <code className="times">GET /v1/status</code>
        </a>
      </p>
    </div>
  )
}

function Legend() {
  const looks = { working: ANSWERED_LOOK.working, slow: ANSWERED_LOOK.slow, failing: 'bg-failed', quiet: 'bg-hairline' }
  return (
    <ul aria-label={words.legend} className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
      {(['working', 'slow', 'failing', 'quiet'] as const).map((state) => (
        <li key={state} className="flex items-center gap-2">
          <span className={classes('size-2.5 rounded-sm', looks[state])} aria-hidden="true" />
          {words.legends[state]}
        </li>
      ))}
    </ul>
  )
}

/** The most frequent failure of the last hour. */
function reasonOf({ state, last_hour: lastHour }: PlatformStatusView): string | null {
  if (state !== 'failing') return null
  const [first] = Object.entries(lastHour.failures).sort(([, a], [, b]) => b - a)
  return words.reason(first?.[0])
}

function figuresOf({ last_day: day }: PlatformStatusView): string {
  const answered = words.answered(day.answered / day.requests, day.requests)
  if (day.median_seconds === null || day.p95_seconds === null) return `${answered}.`
  return `${answered}; ${words.latencies(seconds.format(day.median_seconds), seconds.format(day.p95_seconds))}.`
}

function PlatformRow({ status }: { status: PlatformStatusView }) {
  const name = PLATFORM_NAMES[status.platform]
  const { Icon, look } = MARKS[status.state]
  return (
    <li className={classes('border-t border-hairline', status.last_day.requests > 0 ? 'py-5' : 'py-3')}>
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-lg font-semibold tracking-tight">{name}</h2>
        <p className={classes('flex items-center gap-2 text-sm font-medium', look)}>
          <Icon className="size-4" strokeWidth={1.75} aria-hidden="true" />
          {words.states[status.state]}
        </p>
      </div>
      {status.last_day.requests > 0 && (
        <p className="pb-3 text-sm text-soft">
          {reasonOf(status)} {figuresOf(status)}
        </p>
      )}
      {status.last_day.requests > 0 && <HourBars name={name} hours={status.hours} />}
    </li>
  )
}
