import { MailCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { LINK_MINUTES } from '@/lib/sign-in/contract'
import { words } from './words'

type Props = {
  email: string
  /** Where no mail is sent, and the browser may see it. */
  link: string | null
  isPrinted: boolean
  onAgain: () => void
}

const WORDS = {
  mailed: { title: words.checkMail, text: words.onItsWay },
  printed: { title: words.checkTerminal, text: words.printedFor },
  shown: { title: words.hereItIs, text: words.linkFor },
} as const

/** A link is under way, or, on one's own machine, here. */
export function CheckMail({ email, link, isPrinted, onAgain }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const way = link ? 'shown' : isPrinted ? 'printed' : 'mailed'
  const { title, text } = WORDS[way]
  // What had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="flex flex-col gap-4 rounded-md border border-hairline bg-raised p-4 sm:p-6">
      <h2 ref={heading} tabIndex={-1} className="flex items-center gap-3 text-lg font-semibold outline-none">
        <MailCheck className="size-5 shrink-0 text-soft" aria-hidden="true" />
        {title}
      </h2>
      <p className="wrap-anywhere">{text(email, LINK_MINUTES)}</p>
      {way === 'mailed' && <p className="text-sm text-soft">{words.spam}</p>}
      <div className="flex flex-wrap gap-3">
        {link && (
          <Button asChild look="primary">
            <a href={link}>{words.open}</a>
          </Button>
        )}
        <Button onClick={onAgain}>{words.another}</Button>
      </div>
    </section>
  )
}
