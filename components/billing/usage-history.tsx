import { formatDay } from '@/components/format/format-day'
import { formatLength, formatMinutes } from '@/components/format/format-duration'
import { Button } from '@/components/ui/button'
import { PLATFORM_NAMES } from '@/lib/platforms/platforms'
import type { UsageHistory as History } from '@/lib/usage/contract'
import { words } from './words'

const NAMES = { ...PLATFORM_NAMES, upload: words.usageUploads, podcast: words.usagePodcasts }

const DAY_MS = 86_400_000
/** The size of the chart in its own units: a column a day. */
const [COLUMN, HEIGHT, GAP] = [8, 96, 2]

const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Every day from the first to the last, with what was charged on it. */
function everyDay({ from, to, days }: History): { day: string; seconds: number }[] {
  const charged = new Map(days.map(({ day, seconds }) => [day, seconds]))
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return Array.from({ length: count }, (_, index) => {
    const day = toDay(Date.parse(from) + index * DAY_MS)
    return { day, seconds: charged.get(day) ?? 0 }
  })
}

/** A bar for each day. The table below says the same in words. */
function Chart({ history }: { history: History }) {
  const days = everyDay(history)
  const most = Math.max(1, ...days.map(({ seconds }) => seconds))
  return (
    <figure aria-hidden="true">
      <svg
        viewBox={`0 0 ${days.length * COLUMN} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="presentation"
        className="h-24 w-full border-b border-outline"
      >
        {days.map(({ day, seconds }, index) => (
          <rect
            key={day}
            x={index * COLUMN}
            y={HEIGHT - Math.max(seconds > 0 ? 2 : 0, (seconds / most) * HEIGHT)}
            width={COLUMN - GAP}
            height={Math.max(seconds > 0 ? 2 : 0, (seconds / most) * HEIGHT)}
            className="fill-accent"
          >
            <title>{`${formatDay(day)}: ${formatLength(seconds)}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption className="flex justify-between gap-3 pt-1 text-xs text-soft tabular-nums">
        <span>{formatDay(history.from)}</span>
        <span>{words.mostOfDay(formatMinutes(most, 'up'))}</span>
        <span>{formatDay(history.to)}</span>
      </figcaption>
    </figure>
  )
}

/** The charged minutes of the last 90 days: a chart, a table, and a file to download. */
export function UsageHistory({ history }: { history: History }) {
  const { days, total_seconds: total, from, to } = history
  return (
    <section aria-labelledby="usage-history" className="pt-8">
      <div className="flex flex-wrap items-center justify-between gap-2 pb-4">
        <h2 id="usage-history" className="text-lg font-semibold tracking-tight">
          {words.usageHistory}
        </h2>
        {days.length > 0 && (
          <Button asChild size="snug">
            <a href={`/v1/me/usage/history?from=${from}&to=${to}&format=csv`} download>
              {words.usageCsv}
            </a>
          </Button>
        )}
      </div>
      {days.length === 0 ? (
        <p className="text-soft">{words.noUsage}</p>
      ) : (
        <>
          <p className="pb-4 text-sm text-soft">{words.usageTotal(formatMinutes(total, 'up'))}</p>
          <Chart history={history} />
          <details className="pt-3">
            <summary className="cursor-pointer rounded-sm text-sm text-accent">{words.usageTable}</summary>
            <UsageTable days={days} />
          </details>
        </>
      )}
    </section>
  )
}

function UsageTable({ days }: Pick<History, 'days'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section aria-label={words.usageByPlatform} tabIndex={0} className="max-h-80 overflow-auto pt-2">
      <table className="w-full text-sm">
        <caption className="sr-only">{words.usageByPlatform}</caption>
        <thead>
          <tr className="border-b border-hairline text-left text-soft">
            <th scope="col" className="py-1.5 pe-4 font-medium">
              {words.usageDay}
            </th>
            <th scope="col" className="py-1.5 pe-4 font-medium">
              {words.usagePlatform}
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              {words.usageTime}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().flatMap(({ day, platforms }) =>
            platforms.map(({ platform, seconds }) => (
              <tr key={`${day} ${platform}`} className="border-b border-hairline tabular-nums">
                <td className="py-1.5 pe-4 whitespace-nowrap">{formatDay(day)}</td>
                <td className="py-1.5 pe-4">{NAMES[platform]}</td>
                <td className="py-1.5 text-right">{formatLength(seconds)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </section>
  )
}
