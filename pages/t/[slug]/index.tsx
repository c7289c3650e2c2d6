import type { GetServerSideProps, PageConfig } from 'next'
import Head from 'next/head'
import { describePage } from '@/app/t/[slug]/describe-page'
import { findPublic } from '@/app/t/[slug]/find-public'
import { toText } from '@/app/t/[slug]/to-text'
import { NothingPublished } from '@/components/public-page/nothing-published'
import { type Description, PublicHead } from '@/components/public-page/public-head'
import { PublicHeader } from '@/components/public-page/public-header'
import { PublicScreen } from '@/components/public-page/public-screen'
import type { PublicText } from '@/components/public-page/public-text'
import { words } from '@/components/public-page/words'
import { PageFrame } from '@/components/site/page-frame'
import { parseTheme, THEME_COOKIE, type Theme } from '@/components/site/theme/theme'
import { findTakedown } from '@/lib/publishing/taken-down'

type Props = { theme: Theme; shown: { text: PublicText; description: Description } | null; takedown: string | null }

/** No script of React's or Next's: only its own, which `server/setup/build/build-scripts.mjs` makes. */
export const config = { unstable_runtimeJS: false, maxDuration: 30 } satisfies PageConfig

export const getServerSideProps: GetServerSideProps<Props, { slug: string }> = async ({ params, query, req, res }) => {
  const theme = parseTheme(req.cookies[THEME_COOKIE])
  const time = typeof query.t === 'string' ? query.t : undefined
  const transcript = params && (await findPublic(params.slug))
  // An address of another page with the same text.
  if (transcript && transcript.slug !== params.slug) {
    const search = time === undefined ? '' : `?${new URLSearchParams({ t: time })}`
    return { redirect: { destination: `/t/${transcript.slug}${search}`, permanent: false } }
  }
  if (transcript) {
    // Our own server asks without a query, and sets the card of a quote itself.
    const description = describePage(transcript, time)
    return { props: { theme, takedown: null, shown: { text: await toText(transcript), description } } }
  }
  const takedown = params ? await findTakedown(params.slug) : null
  res.statusCode = takedown?.status ?? 404
  return { props: { theme, shown: null, takedown: takedown?.message ?? null } }
}

/** A published transcript. The page is the same for every visitor, signed in or not. */
export default function PublicPage({ theme, shown, takedown }: Props) {
  return (
    <PageFrame header={<PublicHeader theme={theme} />}>
      {shown ? (
        <>
          <PublicHead {...shown.description} />
          <script type="application/ld+json">{shown.description.structured}</script>
          <PublicScreen text={shown.text} />
        </>
      ) : (
        <>
          <Head>
            <title>{takedown === null ? words.missingTitle : words.takenDownTitle}</title>
            <meta name="robots" content="noindex" />
          </Head>
          <NothingPublished takedown={takedown} />
        </>
      )}
      <script type="module" src={process.env.PUBLIC_PAGE_SCRIPT} />
    </PageFrame>
  )
}
