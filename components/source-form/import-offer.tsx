import { useQuery } from '@tanstack/react-query'
import { ListVideo } from 'lucide-react'
import Link from 'next/link'
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

/** The show or list behind a link, with its title and count, and a link to import it. */
export function ImportOffer({ link, onChange }: { link: string; onChange: () => void }) {
  const { data, isPending, isError } = useQuery({
    queryKey: ['resolve', link],
    queryFn: async ({ signal }) => (await createClient()(resolveLink, { body: { url: link } }, { signal })).body,
    retry: false,
    staleTime: 60_000,
  })
  return (
    <section aria-label={words.whole} className="flex gap-3 rounded-md border border-hairline bg-raised p-4">
      <ListVideo className="mt-0.5 size-5 shrink-0 text-soft" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <div role="status">
          <p className="text-sm text-soft">{isPending ? words.readingWhole : isError ? words.whole : countOf(data)}</p>
          {data && <p className="text-lg font-semibold tracking-tight wrap-anywhere">{titleOf(data) ?? data.url}</p>}
          <p className="pt-1 text-soft">{words.howToImport}</p>
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
