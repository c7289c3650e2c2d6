import { AudioLines } from 'lucide-react'
import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { formatShortClock } from '@/lib/captions/clock'
import type { Warning } from '@/lib/captions/warning'
import { words } from '../words'

/** Shown below a text that is too long for one page: where the rest is. */
export function PageEnd({ endSeconds }: { endSeconds: number }) {
  return (
    <p className="ps-[3.25rem] text-sm text-soft tabular-nums sm:ps-16">
      {words.pageEnd(formatShortClock(endSeconds * 1000))}
    </p>
  )
}

/** Shown below a text that is still being made: how far it goes. Screen readers announce it. */
export function PartialNote({ coveredMs }: { coveredMs: number }) {
  return (
    <p role="status" className="ps-[3.25rem] text-sm text-soft tabular-nums sm:ps-16 empty:hidden">
      {coveredMs > 0 && words.partialNote(formatShortClock(coveredMs))}
    </p>
  )
}

/** Shown for a recording without speech, which is a result and not a failure. */
export function NoSpeech({ warnings }: { warnings: readonly Warning[] }) {
  const silence = warnings.find(({ code }) => code === 'no_speech')
  return (
    <div className="flex max-w-(--column) flex-col items-start gap-3 rounded-md border border-hairline bg-raised p-6">
      <AudioLines className="size-6 text-soft" aria-hidden="true" />
      <p className="reading">{silence?.detail ?? words.silence}</p>
      <Button asChild>
        <Link href="/">{words.another}</Link>
      </Button>
    </div>
  )
}
