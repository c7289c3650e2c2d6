import { words } from '../words'
import { RATES } from './rates'
import type { Recording } from './recording'

/** The choice of the playback speed. `rate` is the present one. */
export function SpeedChoice({ recording, rate }: { recording: Recording | null; rate: number }) {
  const rates = RATES.includes(rate) ? RATES : [...RATES, rate].sort((a, b) => a - b)
  return (
    <select
      aria-label={words.speed}
      title={words.speed}
      value={rate}
      onChange={(event) => recording?.setRate(Number(event.target.value))}
      className="times field-sizing-content min-h-9 pointer-coarse:min-h-10 shrink-0 appearance-none rounded-md border border-hairline bg-transparent px-2 text-center text-soft hover:border-outline hover:text-ink"
    >
      {rates.map((value) => (
        <option key={value} value={value} className="bg-raised text-ink">
          {words.rate(value)}
        </option>
      ))}
    </select>
  )
}
