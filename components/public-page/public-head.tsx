import Head from 'next/head'
import { words } from './words'

/** The description of a public page for search engines and previews. Addresses are absolute. */
export type Description = {
  title: string
  summary: string
  url: string
  image: string
  /** The oEmbed address for sites that embed links. */
  oembed: string
  /** Search engines are asked to leave the page out. */
  unlisted: boolean
  structured: string
  /** The quote that the link of the page names, for the card of the link alone. */
  quote: Card | null
}

/** The contents of a shared link's card. Addresses are absolute. */
export type Card = { title: string; summary: string; url: string; image: string }

/** The head of a public page: title, canonical address, Open Graph, and the card of a shared link. */
export function PublicHead({ title, summary, url, image, oembed, unlisted, quote }: Description) {
  const card = quote ?? { title, summary, url, image }
  return (
    <Head>
      <title>{words.pageTitle(title)}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="description" content={summary} />
      {unlisted && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={url} />
      <link rel="alternate" type="application/json+oembed" href={oembed} title={title} />
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      <meta property="og:type" content="article" />
      <meta property="og:site_name" content={words.siteName} />
      <meta property="og:title" content={card.title} />
      <meta property="og:description" content={card.summary} />
      <meta property="og:url" content={card.url} />
      <meta property="og:image" content={card.image} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={card.title} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={card.title} />
      <meta name="twitter:description" content={card.summary} />
      <meta name="twitter:image" content={card.image} />
    </Head>
  )
}

/** The head of a published transcript in a frame, which search engines leave out. Copied links lead to its public page, `url`. */
export function EmbedHead({ title, url }: { title: string; url: string | null }) {
  return (
    <Head>
      <title>{title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      {url && <link rel="canonical" href={url} />}
    </Head>
  )
}
