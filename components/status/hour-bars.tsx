import { classes } from '@/components/ui/classes'
import type { PlatformState, StatusHour } from '@/lib/health/status-contract'
import { words } from './words'

const clockOf = (start: string) => new Date(start).toISOString().slice(11, 16)

/** The colour of answered requests. Their position distinguishes them too. */
export const ANSWERED_LOOK: Readonly<Record<PlatformState, string>> = {
  working: 'bg-accent',
  failing: 'bg-accent',
  slow: 'bg-wash-strong',
  quiet: 'bg-hairline',
}

/** The bar of an hour: answered requests at the bottom, the others above them. */
function Bar({ hour }: { hour: StatusHour }) {
  const { requests, answered, state } = hour
  if (requests === 0) return <span className="block h-1 w-full rounded-full bg-hairline" />
  const failed = requests - answered
  return (
    <>
      {failed > 0 && <span className="block w-full rounded-sm bg-failed" style={{ flexGrow: failed }} />}
      {answered > 0 && (
        <span className={classes('block w-full rounded-sm', ANSWERED_LOOK[state])} style={{ flexGrow: answered }} />
      )}
    </>
  )
}

/** The last 24 hours as a table of one row whose cells are drawn as bars. `name`: the platform's. */
export function HourBars({ name, hours }: { name: string; hours: readonly StatusHour[] }) {
  return (
    <div>
      <table className="w-full table-fixed border-collapse">
        <caption className="sr-only">{words.byHour(name)}</caption>
        <thead>
          <tr>
            {hours.map(({ start }) => (
              <th key={start} scope="col" className="relative p-0 leading-none">
                <span className="sr-only">{words.hour(clockOf(start))}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {hours.map((hour) => {
              const said = words.hourAnswered(hour.state, hour.answered, hour.requests)
              return (
                <td
                  key={hour.start}
                  className="relative p-0 px-px"
                  title={`${words.hour(clockOf(hour.start))}: ${said}`}
                >
                  <span className="flex h-10 flex-col justify-end gap-px forced-color-adjust-none" aria-hidden="true">
                    <Bar hour={hour} />
                  </span>
                  <span className="sr-only">{said}</span>
                </td>
              )
            })}
          </tr>
        </tbody>
      </table>
      <p className="flex justify-between pt-1 text-xs text-soft" aria-hidden="true">
        <span>{words.dayAgo}</span>
        <span>{words.now}</span>
      </p>
    </div>
  )
}
