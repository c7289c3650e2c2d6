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
import { PageFrame } from '@/components/site/page-frame'
import { parseTheme, THEME_COOKIE, type Theme } from '@/components/site/theme'

type Props = { theme: Theme; shown: { text: PublicText; description: Description } | null }

/** No script of React's or Next's: only its own, which `server/setup/build-scripts.mjs` makes. */
export const config = { unstable_runtimeJS: false, maxDuration: 30 } satisfies PageConfig

export const getServerSideProps: GetServerSideProps<Props, { slug: string }> = async ({ params, req, res }) => {
  const theme = parseTheme(req.cookies[THEME_COOKIE])
  const transcript = params && (await findPublic(params.slug))
  if (transcript)
    return { props: { theme, shown: { text: toText(transcript), description: describePage(transcript) } } }
  res.statusCode = 404
  return { props: { theme, shown: null } }
}

/** A published transcript, for anybody. It is the same for everyone, whoever is signed in. */
export default function PublicPage({ theme, shown }: Props) {
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
            <title>Not found · Verbatim</title>
            <meta name="robots" content="noindex" />
          </Head>
          <NothingPublished />
        </>
      )}
      <script type="module" src={process.env.PUBLIC_PAGE_SCRIPT} />
    </PageFrame>
  )
}
