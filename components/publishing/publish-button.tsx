'use client'

import { useMutation } from '@tanstack/react-query'
import { Globe } from 'lucide-react'
import { Popover } from 'radix-ui'
import { problemOf } from '@/components/problem-of'
import { Button } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy-text'
import { toast } from '@/components/ui/toast'
import type { Published } from '@/lib/publishing/contract'
import { words } from './words'

/** The API's client comes with the first click: few readers publish. */
const calls = () => import('./call-publishing')

function Address({ published, onUnpublish, busy }: { published: Published; onUnpublish: () => void; busy: boolean }) {
  const { slug, url } = published
  return (
    <>
      <p className="text-sm text-soft">{words.readAt}</p>
      <a href={`/t/${slug}`} className="rounded-sm text-sm text-accent wrap-anywhere hover:underline">
        {url}
      </a>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={() => void copyText(url, words.addressCopied)}>
          {words.copyAddress}
        </Button>
        <Button disabled={busy} onClick={onUnpublish}>
          {words.unpublish}
        </Button>
      </div>
    </>
  )
}

/** Makes a transcript public, and shows where; or takes it back. */
export function PublishButton({ entryId }: { entryId: string }) {
  const onError = (error: unknown) => toast.error(problemOf(error).detail)
  const publish = useMutation({
    mutationFn: async () => (await calls()).makePublic(entryId),
    onError,
  })
  const unpublish = useMutation({
    mutationFn: async (slug: string) => (await calls()).takeBack(slug),
    onSuccess: () => {
      publish.reset()
      toast.success(words.unpublished)
    },
    onError,
  })
  const published = publish.data
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button size="snug">
          <Globe className="size-4" aria-hidden="true" />
          <span className="gives-way">{words.publish}</span>
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={16}
          aria-label={words.publish}
          className="z-30 flex w-80 max-w-[calc(100vw-2rem)] flex-col gap-3 rounded-md border border-hairline bg-floating p-4 shadow-float"
        >
          {published ? (
            <Address
              published={published}
              busy={unpublish.isPending}
              onUnpublish={() => unpublish.mutate(published.slug)}
            />
          ) : (
            <>
              <p className="text-sm">{words.publishText}</p>
              <Button look="primary" disabled={publish.isPending} onClick={() => publish.mutate()}>
                {words.publishIt}
              </Button>
            </>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
