import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ProblemCard } from '@/components/problem/problem-card'
import { problemOf } from '@/components/problem/problem-of'
import { Button } from '@/components/ui/button'
import { createClient } from '@/lib/api/client'
import { decodeXml } from '@/lib/captions/xml-charset'
import { importSubscriptions, type StartedSubscriptions } from '@/lib/imports/subscriptions/contract'
import { CaptionsCheckbox, NumberField } from '../choice/choice-field'
import { toCount } from '../choice/use-choice'
import { words } from '../words'

/** A list of subscriptions: an OPML file, or the link of one with the number of its podcasts. */
export type ChosenSubscriptions = { file: File } | { url: string; count: number }

const CARD = 'rounded-md border border-hairline bg-raised p-4 sm:p-5'

async function sourceOf(list: ChosenSubscriptions): Promise<{ opml: string } | { url: string }> {
  if ('url' in list) return { url: list.url }
  return { opml: decodeXml(new Uint8Array(await list.file.arrayBuffer())) }
}

/** A heading that takes the focus, because the control that led to it may be gone. */
function FocusedHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight wrap-anywhere outline-none">
      {children}
    </h2>
  )
}

/** The choice for all podcasts of a list of subscriptions; then which imports have started. */
export function SubscriptionsCard({ list, onClear }: { list: ChosenSubscriptions; onClear: () => void }) {
  const [newest, setNewest] = useState('')
  const [onlyWithCaptions, setOnlyWithCaptions] = useState(false)
  const queries = useQueryClient()
  const begin = useMutation({
    mutationFn: async () => {
      const count = toCount(newest)
      const choice = { ...(count ? { newest: count } : {}), ...(onlyWithCaptions ? { only_with_captions: true } : {}) }
      return (await createClient()(importSubscriptions, { body: { ...(await sourceOf(list)), ...choice } })).body
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['imports'] }),
  })
  if (begin.data) return <Summary started={begin.data} onClear={onClear} />
  return (
    <div className={CARD}>
      <p className="pb-1 text-sm text-soft">{'file' in list ? words.opmlFile : words.subscriptionList(list.count)}</p>
      <FocusedHeading>{'file' in list ? list.file.name : list.url}</FocusedHeading>
      <fieldset className="mt-4 flex flex-col gap-3 border-t border-hairline pt-4">
        <legend className="sr-only">{words.narrow}</legend>
        <div className="sm:max-w-56">
          <NumberField label={words.newestOfEach} placeholder={words.allOfThem} value={newest} onChange={setNewest} />
        </div>
        <CaptionsCheckbox checked={onlyWithCaptions} onChange={setOnlyWithCaptions} />
      </fieldset>
      <p className="max-w-[68ch] pt-4 text-sm text-soft">{words.subscriptionsCost}</p>
      <div className="flex flex-wrap gap-3 pt-4">
        <Button variant="primary" disabled={begin.isPending} onClick={() => begin.mutate()}>
          {begin.isPending ? words.starting : words.importPodcasts}
        </Button>
        <Button disabled={begin.isPending} onClick={onClear}>
          {words.notThis}
        </Button>
      </div>
      {begin.error && (
        <div className="pt-4">
          <ProblemCard problem={problemOf(begin.error)}>{null}</ProblemCard>
        </div>
      )}
    </div>
  )
}

/** The number of imports that have started, and the podcasts that could not be imported, each with its reason. */
function Summary({ started: { imports }, onClear }: { started: StartedSubscriptions; onClear: () => void }) {
  const refused = imports.flatMap(({ url, title, error }) => (error ? [{ url, title, detail: error.detail }] : []))
  const count = imports.length - refused.length
  return (
    <div className={CARD}>
      <FocusedHeading>{words.subscriptionsStarted(count)}</FocusedHeading>
      {count > 0 && <p className="pt-1 text-soft">{words.subscriptionsTurns(count)}</p>}
      {refused.length > 0 && (
        <>
          <h3 className="pt-4 pb-2 font-medium">{words.subscriptionsRefused(refused.length)}</h3>
          <ul>
            {refused.map(({ url, title, detail }) => (
              <li key={url} className="border-t border-hairline py-2">
                <p className="wrap-anywhere">{title ?? url}</p>
                <p className="text-sm text-soft wrap-anywhere">{detail}</p>
              </li>
            ))}
          </ul>
        </>
      )}
      <Button className="mt-4" onClick={onClear}>
        {words.anotherList}
      </Button>
    </div>
  )
}
