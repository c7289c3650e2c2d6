import { useQuery } from '@tanstack/react-query'
import { ListVideo } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { createClient } from '@/lib/api/client'
import { type ResolvedLink, resolveLink } from '@/lib/imports/resolve/contract'
import { words } from './words'

function titleOf({ list, podcast }: ResolvedLink): string | null {
  return list?.title ?? podcast?.show?.title ?? null
}

function countOf({ list, podcast }: ResolvedLink): string {
  if (podcast) return words.showOf(words.episodes(podcast.episodes?.length ?? 0))
  const count = list?.count ?? null
  return words.listOf(count === null ? words.someVideos : words.videos(count))
}

type Props = {
  link: string
  /** How many podcasts a list of subscriptions has; null for a show or a list of videos. */
  subscriptions: number | null
  onChange: () => void
}

/** The show or list behind a link, with its title and count, and a link to import it. */
export function ImportOffer({ link, subscriptions, onChange }: Props) {
  const { data, isPending, isError } = useQuery({
    queryKey: ['resolve', link],
    queryFn: async ({ signal }) => (await createClient()(resolveLink, { body: { url: link } }, { signal })).body,
    enabled: subscriptions === null,
    retry: false,
    staleTime: 60_000,
  })
  if (subscriptions !== null) {
    return (
      <Offer link={link} onChange={onChange} how={words.howToImportPodcasts}>
        <p className="text-lg font-semibold tracking-tight wrap-anywhere">{words.subscriptionsOf(subscriptions)}</p>
      </Offer>
    )
  }
  return (
    <Offer link={link} onChange={onChange} how={words.howToImport}>
      <p className="text-sm text-soft">{isPending ? words.readingWhole : isError ? words.whole : countOf(data)}</p>
      {data && <p className="text-lg font-semibold tracking-tight wrap-anywhere">{titleOf(data) ?? data.url}</p>}
    </Offer>
  )
}

type OfferProps = Pick<Props, 'link' | 'onChange'> & { how: string; children: ReactNode }

function Offer({ link, onChange, how, children }: OfferProps) {
  return (
    <section aria-label={words.whole} className="flex gap-3 rounded-md border border-hairline bg-raised p-4">
      <ListVideo className="mt-0.5 size-5 shrink-0 text-soft" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <div role="status">
          {children}
          <p className="pt-1 text-soft">{how}</p>
        </div>
        <div className="flex flex-wrap gap-3 pt-3">
          <Button asChild variant="primary">
            <Link href={`/imports?url=${encodeURIComponent(link)}`}>{words.chooseAndImport}</Link>
          </Button>
          <Button onClick={onChange}>{words.changeLink}</Button>
        </div>
      </div>
    </section>
  )
}
