import { MailCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { LINK_MINUTES } from '@/lib/sign-in/contract'
import { words } from './words'

type Props = {
  email: string
  /** Where no mail is sent. */
  link: string | null
  onAgain: () => void
}

/** A link is under way, or, on one's own machine, here. */
export function CheckMail({ email, link, onAgain }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // What had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="flex flex-col gap-4 rounded-md border border-hairline bg-raised p-4 sm:p-6">
      <h2 ref={heading} tabIndex={-1} className="flex items-center gap-3 text-lg font-semibold outline-none">
        <MailCheck className="size-5 shrink-0 text-soft" aria-hidden="true" />
        {link ? words.hereItIs : words.checkMail}
      </h2>
      <p className="wrap-anywhere">{link ? words.linkFor(email, LINK_MINUTES) : words.onItsWay(email, LINK_MINUTES)}</p>
      {!link && <p className="text-sm text-soft">{words.spam}</p>}
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
