import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { notFound } from 'next/navigation'
import { DocsFrame } from '@/components/docs/docs-frame'
import { DocsPager } from '@/components/docs/docs-pager'
import { ExampleControls } from '@/components/docs/example-controls'
import { EXAMPLE_COOKIE, parseExampleLanguage } from '@/components/docs/example-language'
import { words } from '@/components/docs/words'
import { env } from '@/lib/core/env'
import { pageAddress } from '@/lib/docs/page'
import { listPages, readPage } from '@/lib/docs/read-page'
import { pageHtml } from '../page-html'

type Props = { params: Promise<{ slug: string[] }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const page = await readPage((await params).slug.join('/'))
  if (!page) return {}
  const address = `${env().baseUrl}${pageAddress(page.slug)}`
  return {
    title: page.title,
    description: page.description,
    alternates: { canonical: address, types: { 'text/markdown': `${address}.md` } },
  }
}

/** A page of the documentation, whole without a script. */
export default async function DocsPage({ params }: Props) {
  const [page, groups] = await Promise.all([readPage((await params).slug.join('/')), listPages()])
  if (!page) notFound()
  const chosen = parseExampleLanguage((await cookies()).get(EXAMPLE_COOKIE)?.value)
  const html = await pageHtml(page, chosen)
  return (
    <DocsFrame groups={groups} page={page}>
      <h1 className="text-2xl font-semibold tracking-tight">{page.title}</h1>
      <p className="max-w-[68ch] pt-3 pb-8 text-lg text-soft">{page.description}</p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React made it from the pages of this repository */}
      <div className="space-y-8" dangerouslySetInnerHTML={{ __html: html }} />
      <DocsPager groups={groups} slug={page.slug} />
      <p className="pt-6 text-sm text-soft print:hidden">
        <a href={`${pageAddress(page.slug)}.md`} className="link text-soft hover:text-ink">
          {words.asMarkdown}
        </a>
      </p>
      <ExampleControls />
    </DocsFrame>
  )
}
