import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { formatMinutes } from '../format/format-duration'
import { words } from './words'

type Props = {
  /** The context of the problem `allowance_exceeded`. */
  context: Readonly<Record<string, unknown>>
  busy: boolean
  onTakePart: () => void
}

/** Actions when the remaining minutes do not cover a recording: transcribe a part, or get more minutes. */
export function AllowanceActions({ context: { remaining_seconds: left }, busy, onTakePart }: Props) {
  return (
    <>
      {typeof left === 'number' && left > 0 && (
        <Button disabled={busy} onClick={onTakePart}>
          {left < 60 ? words.takeBeginning : words.takePart(formatMinutes(left, 'down'))}
        </Button>
      )}
      <Link href="/settings/usage" className="rounded-sm text-sm text-accent underline-offset-4 hover:underline">
        {words.plans}
      </Link>
    </>
  )
}
