import { AudioLines } from 'lucide-react'
import Link from 'next/link'
import { Button } from '@/components/ui/button'
import type { Warning } from '@/lib/captions/transcript'
import { words } from './words'

/** A recording in which nobody speaks: an outcome, not a failure. */
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
