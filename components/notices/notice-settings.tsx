'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { problemOf } from '@/components/problem-of'
import { toast } from '@/components/ui/toast'
import type { NoticeView } from '@/lib/notices/contract'
import { words } from './words'

/** The setting for mails about everything that ends. */
export function NoticeSettings({ notices: { canEmail, emailWhenDone } }: { notices: NoticeView }) {
  const [isOn, setOn] = useState(emailWhenDone)
  const save = useMutation({
    mutationFn: async (on: boolean) => (await import('./notice-requests')).saveNotices(on),
    onMutate: (on) => setOn(on),
    onSuccess: () => toast.success(words.saved),
    onError: (error, on) => {
      setOn(!on)
      toast.error(problemOf(error).detail)
    },
  })
  return (
    <section aria-labelledby="notifications" className="flex flex-col gap-3">
      <h2 id="notifications" className="scroll-mt-6 text-lg font-semibold tracking-tight">
        {words.settings}
      </h2>
      {canEmail ? (
        <>
          <label className="flex cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="size-4 shrink-0"
              checked={isOn}
              disabled={save.isPending}
              aria-describedby="notifications-hint"
              onChange={(event) => save.mutate(event.target.checked)}
            />
            {words.always}
          </label>
          <p id="notifications-hint" className="max-w-[68ch] text-soft">
            {words.alwaysHint}
          </p>
        </>
      ) : (
        <p className="max-w-[68ch] text-soft">{words.noMail}</p>
      )}
    </section>
  )
}
