import type { GetServerSideProps, PageConfig } from 'next'
import { findPublic } from '@/app/t/[slug]/find-public'
import { toText } from '@/app/t/[slug]/to-text'
import { EmbedScreen } from '@/components/public-page/embed-screen'
import { NothingPublished } from '@/components/public-page/nothing-published'
import { EmbedHead } from '@/components/public-page/public-head'
import type { PublicText } from '@/components/public-page/public-text'
import { words } from '@/components/public-page/words'
import { parseTheme, type Theme } from '@/components/site/theme/theme'
import { EMBED_HEADERS } from '@/lib/publishing/embed'
import { pageUrl } from '@/lib/publishing/slug'
import { findTakedown } from '@/lib/publishing/taken-down'

type Props = { theme: Theme; shown: { text: PublicText; url: string } | null; takedown: string | null }

/** No script of React's or Next's: only its own, the one of public pages. */
export const config = { unstable_runtimeJS: false, maxDuration: 30 } satisfies PageConfig

export const getServerSideProps: GetServerSideProps<Props, { slug: string }> = async ({ params, query, res }) => {
  for (const [name, value] of Object.entries(EMBED_HEADERS)) res.setHeader(name, value)
  res.removeHeader('x-frame-options')
  const theme = parseTheme(query.theme)
  const transcript = params && (await findPublic(params.slug))
  if (transcript)
    return {
      props: { theme, takedown: null, shown: { text: await toText(transcript), url: pageUrl(transcript.slug) } },
    }
  const takedown = params ? await findTakedown(params.slug) : null
  res.statusCode = takedown?.status ?? 404
  return { props: { theme, shown: null, takedown: takedown?.message ?? null } }
}

/** A published transcript for a frame in any page: it reads no cookie and links to its own page alone. */
export default function EmbedPage({ shown, takedown }: Props) {
  return (
    <>
      <EmbedHead title={shown ? words.pageTitle(shown.text.title) : words.missingTitle} url={shown?.url ?? null} />
      {shown ? <EmbedScreen text={shown.text} url={shown.url} /> : <NothingPublished takedown={takedown} isFramed />}
      <script type="module" src={process.env.PUBLIC_PAGE_SCRIPT} />
    </>
  )
}
