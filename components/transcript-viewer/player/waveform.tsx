import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import type { Recording, RecordingState } from './recording'

/** Peaks that are still being computed are fetched again after this time, and so often. */
const AGAIN_MS = 5_000
const TRIES = 24

/** The loudest moment of each stretch of a recording, 0 to 255; null where there is none; `pending` while it is computed. */
async function fetchPeaks(address: string, signal: AbortSignal): Promise<Uint8Array | null | 'pending'> {
  const response = await fetch(address, { signal })
  if (response.status === 202) return 'pending'
  return response.status === 200 ? new Uint8Array(await response.arrayBuffer()) : null
}

type Props = {
  address: string
  recording: Recording | null
  state: Pick<RecordingState, 'seconds' | 'totalSeconds'>
}

/**
 * The loudness of a recording over its length. A click goes there; the slider beside it does the same by keyboard, so the picture
 * is hidden from screen readers. Its room is kept while the peaks are on their way, so that nothing jumps; without peaks there is
 * nothing.
 */
export function Waveform({ address, recording, state: { seconds, totalSeconds } }: Props) {
  const { data: peaks, isError } = useQuery({
    queryKey: ['waveform', address],
    queryFn: ({ signal }) => fetchPeaks(address, signal),
    refetchInterval: ({ state }) => (state.data === 'pending' && state.dataUpdateCount < TRIES ? AGAIN_MS : false),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const isNone = isError || peaks === null || (peaks instanceof Uint8Array && peaks.length === 0)
  if (isNone) return null
  if (!(peaks instanceof Uint8Array) || totalSeconds === 0) return <div aria-hidden="true" className="h-10" />
  const played = (100 * seconds) / totalSeconds
  return (
    <div
      aria-hidden="true"
      data-waveform
      className="relative h-10 cursor-pointer"
      onPointerDown={({ clientX, currentTarget, button }) => {
        const { left, width } = currentTarget.getBoundingClientRect()
        if (button === 0) recording?.seek(totalSeconds * Math.max(0, Math.min(1, (clientX - left) / width)))
      }}
    >
      <Shape peaks={peaks} className="fill-outline/60" />
      <div className="absolute inset-0" style={{ clipPath: `inset(0 ${100 - played}% 0 0)` }}>
        <Shape peaks={peaks} className="fill-accent" />
      </div>
    </div>
  )
}

/** The peaks as one shape, mirrored around the middle. */
const Shape = memo(function Shape({ peaks, className }: { peaks: Uint8Array; className: string }) {
  const heights = Array.from(peaks, (peak) => Math.max(peak / 255, 0.02).toFixed(3))
  const upper = heights.map((height, at) => `${at},-${height} ${at + 1},-${height}`).join(' ')
  const lower = heights
    .map((height, at) => `${at + 1},${height} ${at},${height}`)
    .reverse()
    .join(' ')
  return (
    <svg
      viewBox={`0 -1 ${peaks.length} 2`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={`absolute inset-0 size-full ${className}`}
    >
      <polygon points={`${upper} ${lower}`} />
    </svg>
  )
})
