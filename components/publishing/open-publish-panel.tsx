import * as Popover from '@radix-ui/react-popover'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { problemOf } from '@/components/problem/problem-of'
import { Button } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy-text'
import { toast } from '@/components/ui/toast'
import { createClient } from '@/lib/api/client'
import { type Published, publishTranscription, unpublish } from '@/lib/publishing/contract'
import { embedHtml } from './embed-html'
import { PageSettings, UnlistedField } from './page-settings'
import { words } from './words'

/** The text of the copied HTML, which its author may change. */
const EMBED = { title: words.embedTitle, width: 640, height: 480 }

type AddressProps = {
  published: Published
  onUnpublish: () => void
  onChange: (published: Published) => void
  busy: boolean
}

/** The link to the public page. */
function Address({ published, onUnpublish, onChange, busy }: AddressProps) {
  const { slug, url, views } = published
  return (
    <>
      <p className="flex justify-between gap-3 text-sm text-soft">
        {words.readAt}
        <span className="tabular-nums">{words.views(views)}</span>
      </p>
      <a href={`/t/${slug}`} className="rounded-sm text-sm text-accent wrap-anywhere hover:underline">
        {url}
      </a>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => void copyText(url, words.addressCopied)}>
          {words.copyAddress}
        </Button>
        <Button onClick={() => void copyText(embedHtml({ url, ...EMBED }), words.embedCopied)}>
          {words.copyEmbed}
        </Button>
        <Button disabled={busy} onClick={onUnpublish}>
          {words.unpublish}
        </Button>
      </div>
      <PageSettings published={published} onChange={onChange} />
    </>
  )
}

type Subject = { libraryItemId: string; published: Published | null; onChange: (published: Published | null) => void }

/** The requests that publish and unpublish a transcript. */
function usePublishing({ libraryItemId, onChange }: Subject) {
  const onError = (error: unknown) => toast.error(problemOf(error).detail)
  const publish = useMutation({
    mutationFn: async (unlisted: boolean) =>
      (await createClient()(publishTranscription, { params: { id: libraryItemId }, query: { unlisted } })).body,
    onSuccess: onChange,
    onError,
  })
  const unpublishing = useMutation({
    mutationFn: (slug: string) => createClient()(unpublish, { params: { slug } }),
    onSuccess: () => {
      onChange(null)
      toast.success(words.unpublished, { action: { label: words.undo, onClick: () => publish.mutate(false) } })
    },
    onError,
  })
  return { publish, unpublishing }
}

/** The open panel of publishing: what it means, and once it is done, where. */
export function OpenPublishPanel({ trigger, ...subject }: Subject & { trigger: ReactNode }) {
  const { publish, unpublishing } = usePublishing(subject)
  const { published } = subject
  return (
    <Popover.Root defaultOpen>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={16}
          aria-label={words.publish}
          className="z-30 flex max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-2rem)] flex-col gap-3 rounded-md border border-hairline overflow-y-auto bg-floating p-4 shadow-float"
        >
          {published ? (
            <Address
              published={published}
              busy={unpublishing.isPending}
              onChange={subject.onChange}
              onUnpublish={() => unpublishing.mutate(published.slug)}
            />
          ) : (
            <form
              className="flex flex-col gap-3"
              onSubmit={(event) => {
                event.preventDefault()
                publish.mutate(new FormData(event.currentTarget).has('unlisted'))
              }}
            >
              <p className="text-sm">{words.publishText}</p>
              <UnlistedField isUnlisted={false} />
              <Button type="submit" variant="primary" disabled={publish.isPending}>
                {words.publishIt}
              </Button>
            </form>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
