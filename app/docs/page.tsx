import type { Metadata } from 'next'
import Link from 'next/link'
import { DocsFrame } from '@/components/docs/docs-frame'
import { words } from '@/components/docs/words'
import { env } from '@/lib/core/env'
import { pageAddress } from '@/lib/docs/page'
import { listPages } from '@/lib/docs/read-page'

export function generateMetadata(): Metadata {
  return {
    title: words.title,
    description: words.description,
    alternates: { canonical: `${env().baseUrl}/docs`, types: { 'text/plain': `${env().baseUrl}/llms.txt` } },
  }
}

/** The contents of the documentation, group by group. */
export default async function DocsHome() {
  const groups = await listPages()
  return (
    <DocsFrame groups={groups} page={null}>
      <h1 className="text-2xl font-semibold tracking-tight">{words.title}</h1>
      <p className="max-w-[68ch] pt-3 text-lg text-soft">{words.description}</p>
      {groups.map((group) => (
        <section key={group.title} className="pt-10">
          <h2 className="pb-3 text-lg font-semibold tracking-tight">{group.title}</h2>
          <ul className="divide-y divide-hairline border-y border-hairline">
            {group.pages.map(({ slug, title, description }) => (
              <li key={slug} className="group relative gap-x-6 py-2.5 sm:grid sm:grid-cols-[13rem_minmax(0,1fr)]">
                <Link
                  href={pageAddress(slug)}
                  prefetch={false}
                  className="rounded-sm font-medium text-accent underline-offset-4 group-hover:underline after:absolute after:inset-0"
                >
                  {title}
                </Link>
                <p className="text-sm leading-6 text-soft">{description}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </DocsFrame>
  )
}
