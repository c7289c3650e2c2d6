import { useMutation } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { problemOf } from '@/components/problem/problem-of'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { NoticeView } from '@/lib/notices/contract'
import { dropBrowserNotice, hasBrowserNotices, wantBrowserNotice } from './browser-notice'
import { words } from './words'

type Props = { id: string; notices: NoticeView }

/** Offers to notify the person when a job or an import has ended: in this browser, and by email where that is set up. */
export function NotifyWhenDone({ id, notices }: Props) {
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  return (
    <div className="pt-1 print:hidden">
      <Button
        variant="quiet"
        size="snug"
        className="-ms-3"
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen(!isOpen)}
      >
        <Bell className="size-4" aria-hidden="true" />
        {words.label}
      </Button>
      <fieldset id={panel} hidden={!isOpen} className="flex flex-wrap gap-x-6 gap-y-2 pt-1 pb-2">
        <legend className="sr-only">{words.label}</legend>
        <BrowserChoice id={id} />
        {notices.canEmail && <EmailChoice id={id} initial={notices.email} />}
      </fieldset>
    </div>
  )
}

const LABEL = 'flex min-h-8 pointer-coarse:min-h-10 cursor-pointer items-center gap-2.5 text-sm'

/** The browser asks for permission when this is ticked, never before. */
function BrowserChoice({ id }: { id: string }) {
  const [isOn, setOn] = useState(false)
  const [isOffered, setOffered] = useState(false)
  // Only the browser knows, so the server's page has nothing of it.
  useEffect(() => setOffered(hasBrowserNotices()), [])
  if (!isOffered) return null
  const choose = async (on: boolean) => {
    if (!on) dropBrowserNotice(id)
    const isAllowed = on && (await wantBrowserNotice(id))
    setOn(isAllowed)
    if (on && !isAllowed) toast.error(words.blocked)
  }
  return (
    <label className={LABEL}>
      <input
        type="checkbox"
        className="size-4"
        checked={isOn}
        onChange={(event) => void choose(event.target.checked)}
      />
      <span>
        {words.browser} <span className="text-soft">({words.browserHint})</span>
      </span>
    </label>
  )
}

function EmailChoice({ id, initial }: { id: string; initial: boolean }) {
  const [isOn, setOn] = useState(initial)
  const change = useMutation({
    mutationFn: async (email: boolean) => (await import('./notice-requests')).requestNotice(id, email),
    onMutate: (email) => setOn(email),
    onSuccess: (email) => setOn(email),
    onError: (error, email) => {
      setOn(!email)
      toast.error(problemOf(error).detail)
    },
  })
  return (
    <label className={LABEL}>
      <input
        type="checkbox"
        className="size-4"
        checked={isOn}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.target.checked)}
      />
      {words.email}
    </label>
  )
}
