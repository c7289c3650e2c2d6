import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import Link from 'next/link'
import { words } from '@/components/status/words'
import { PLATFORM_NAMES } from '@/lib/platforms/platforms'
import { recognisePlatform } from './recognise-hint'

const FRESH_MS = 60_000

/** The platforms that are failing now; asked once a minute at most, and only after a link of a platform was pasted. */
function useFailingPlatforms(enabled: boolean): readonly string[] {
  const { data } = useQuery({
    queryKey: ['failing-platforms'],
    enabled,
    staleTime: FRESH_MS,
    queryFn: async () => {
      // The API client is loaded only when there is something to ask.
      const [{ createClient }, { getStatus }] = await Promise.all([
        import('@/lib/api/client'),
        import('@/lib/health/status-contract'),
      ])
      const { body } = await createClient()(getStatus, {})
      return body.platforms.filter(({ state }) => state === 'failing').map(({ platform }) => platform)
    },
  })
  return data ?? []
}

/** A line for a pasted link whose platform is failing now, before the user waits for it. */
export function FailingNotice({ link }: { link: string }) {
  const platform = recognisePlatform(link)
  const failing = useFailingPlatforms(platform !== null)
  const isFailing = platform !== null && failing.includes(platform)
  return (
    <div role="status" className={isFailing ? undefined : 'sr-only'}>
      {isFailing && (
        <p className="flex gap-3 text-sm text-soft">
          <Info className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span>
            {words.pasted(PLATFORM_NAMES[platform])}{' '}
            <Link href="/status" className="link">
              {words.details}
            </Link>
          </span>
        </p>
      )}
    </div>
  )
}
