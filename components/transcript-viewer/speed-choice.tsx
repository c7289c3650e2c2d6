import { useState } from 'react'
import type { Recording } from './recording'
import { words } from './words'

const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]

/** How fast the recording is played. */
export function SpeedChoice({ recording }: { recording: Recording | null }) {
  const [rate, setRate] = useState(1)
  return (
    <select
      aria-label={words.speed}
      value={rate}
      onChange={(event) => {
        setRate(Number(event.target.value))
        recording?.setRate(Number(event.target.value))
      }}
      className="times field-sizing-content min-h-8 shrink-0 appearance-none rounded-sm border border-hairline bg-transparent px-2 text-center text-soft hover:border-outline hover:text-ink"
    >
      {RATES.map((value) => (
        <option key={value} value={value} className="bg-raised text-ink">
          {words.rate(value)}
        </option>
      ))}
    </select>
  )
}
