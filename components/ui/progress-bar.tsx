import * as Progress from '@radix-ui/react-progress'

/** A thin bar. `value` is 0 to 1, or null while it is unknown. */
export function ProgressBar({ value, label }: { value: number | null; label: string }) {
  const percent = value === null ? null : Math.round(value * 100)
  return (
    <Progress.Root value={percent} aria-label={label} className="h-1.5 overflow-hidden rounded-full bg-hairline">
      <Progress.Indicator
        className={`h-full rounded-full bg-accent transition-[width] duration-500 ${percent === null ? 'unmeasured' : ''}`}
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </Progress.Root>
  )
}
