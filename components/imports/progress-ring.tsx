import { formatPercent } from '@/components/format/format-percent'
import type { ImportBatch } from '@/lib/imports/contract'
import { words } from './words'

const RADIUS = 15
const LENGTH = 2 * Math.PI * RADIUS

type Props = { batch: Pick<ImportBatch, 'total' | 'done' | 'failed' | 'skipped'>; large?: boolean }

function Arc({ from, share, className }: { from: number; share: number; className: string }) {
  if (share === 0) return null
  return (
    <circle
      cx="18"
      cy="18"
      r={RADIUS}
      fill="none"
      strokeWidth="3.5"
      className={`${className} transition-[stroke-dasharray] duration-500`}
      strokeDasharray={`${share * LENGTH} ${LENGTH}`}
      strokeDashoffset={-from * LENGTH}
    />
  )
}

/** How much of an import is complete; the ring has what is done, failed and skipped, in this order from the top. */
export function ProgressRing({ batch, large = false }: Props) {
  const { total, done, failed, skipped } = batch
  const share = (count: number) => (total === 0 ? 0 : count / total)
  // Failed items are not complete.
  const complete = share(done + skipped)
  return (
    <span className={`relative inline-flex shrink-0 ${large ? 'size-20' : 'size-12'}`}>
      <svg
        viewBox="0 0 36 36"
        className="size-full -rotate-90"
        role="img"
        aria-label={words.over(formatPercent(complete))}
      >
        <circle cx="18" cy="18" r={RADIUS} fill="none" strokeWidth="3.5" className="stroke-hairline" />
        <Arc from={0} share={share(done)} className="stroke-accent" />
        <Arc from={share(done)} share={share(failed)} className="stroke-failed" />
        <Arc from={share(done + failed)} share={share(skipped)} className="stroke-outline" />
      </svg>
      <span
        aria-hidden="true"
        className={`absolute inset-0 flex items-center justify-center font-medium tabular-nums ${large ? 'text-base' : 'text-[0.6875rem]'}`}
      >
        {formatPercent(complete)}
      </span>
    </span>
  )
}
