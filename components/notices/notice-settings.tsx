'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { problemOf } from '@/components/problem/problem-of'
import { FramedSelect } from '@/components/ui/fields'
import { toast } from '@/components/ui/toast'
import type { NoticeView } from '@/lib/notices/contract'
import { words } from './words'

type Choice = Pick<NoticeView, 'emailWhenDone' | 'watchMail'>

const WATCH_MAILS = ['never', 'each', 'daily'] as const satisfies readonly Choice['watchMail'][]

/** The settings for mails about everything that ends. */
export function NoticeSettings({ notices: { canEmail, emailWhenDone, watchMail } }: { notices: NoticeView }) {
  const [choice, setChoice] = useState<Choice>({ emailWhenDone, watchMail })
  const save = useMutation({
    mutationFn: async (next: Choice) =>
      (await import('./notice-requests')).saveNotices(next.emailWhenDone, next.watchMail),
    onMutate: (next) => {
      setChoice(next)
      return choice
    },
    onSuccess: () => toast.success(words.saved),
    onError: (error, _, before) => {
      if (before) setChoice(before)
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
              checked={choice.emailWhenDone}
              disabled={save.isPending}
              aria-describedby="notifications-hint"
              onChange={(event) => save.mutate({ ...choice, emailWhenDone: event.target.checked })}
            />
            {words.always}
          </label>
          <p id="notifications-hint" className="max-w-[68ch] text-soft">
            {words.alwaysHint}
          </p>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-2">
            <label htmlFor="watch-mail">{words.watches}</label>
            <FramedSelect
              id="watch-mail"
              value={choice.watchMail}
              disabled={save.isPending}
              onChange={(event) => {
                const watchMail = WATCH_MAILS.find((one) => one === event.target.value)
                if (watchMail) save.mutate({ ...choice, watchMail })
              }}
              className="text-sm"
            >
              {WATCH_MAILS.map((one) => (
                <option key={one} value={one}>
                  {words.watchMail[one]}
                </option>
              ))}
            </FramedSelect>
          </div>
        </>
      ) : (
        <p className="max-w-[68ch] text-soft">{words.noMail}</p>
      )}
    </section>
  )
}
