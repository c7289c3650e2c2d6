import { ChevronDown } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { type Page, type PageGroup, pageAddress, plainText } from '@/lib/docs/page'
import { BreakablePath } from './breakable-path'
import { DocsSearch } from './docs-search'
import { words } from './words'

type Props = { groups: readonly PageGroup[]; page: Page | null; children: ReactNode }

/** A page of the documentation beside the way through all of them. */
export function DocsFrame({ groups, page, children }: Props) {
  return (
    <div className="pt-4 lg:grid lg:grid-cols-(--margin) lg:gap-x-12 print:block">
      <DocsNav groups={groups} page={page} />
      <article className="min-w-0 pt-8 lg:pt-6">{children}</article>
    </div>
  )
}

const LINK_CLASSES =
  'block rounded-sm py-1 text-soft underline-offset-4 hover:text-ink hover:underline aria-[current]:font-medium aria-[current]:text-ink'

/** The contents of the page: its sections, and the operations of the reference. */
function OnThisPage({ page }: { page: Page }) {
  const listed = page.sections.filter(
    ({ id, depth }) => id && (depth === 2 || (page.slug.startsWith('api/') && page.slug !== 'api/schemas')),
  )
  return (
    <ul data-sections="" aria-label={words.onThisPage} className="mt-1 mb-2 border-l border-hairline pl-2.5 text-xs">
      {listed.map(({ id, depth, title }) => (
        <li key={id} className={depth > 2 && !page.slug.startsWith('api/') ? 'pl-2' : ''}>
          <a href={`#${id}`} className={`${LINK_CLASSES} wrap-anywhere`}>
            <BreakablePath path={plainText(title)} />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The groups, of which that of the page lists its pages: a reader chooses among few. */
function Groups({ groups, page }: { groups: readonly PageGroup[]; page: Page | null }) {
  return (
    <ul className="text-sm">
      <li>
        <Link href="/docs" prefetch={false} aria-current={page ? undefined : 'page'} className={LINK_CLASSES}>
          {words.overview}
        </Link>
      </li>
      {groups.map((group) => {
        const [first] = group.pages
        if (!group.pages.some(({ slug }) => slug === page?.slug))
          return (
            <li key={group.title}>
              <Link href={pageAddress(first?.slug ?? '')} prefetch={false} className={LINK_CLASSES}>
                {group.title}
              </Link>
            </li>
          )
        return (
          <li key={group.title} className="py-2">
            <p className="pb-1 text-xs font-medium">{group.title}</p>
            <ul className="border-l border-hairline pl-2.5">
              {group.pages.map(({ slug, title }) => (
                <li key={slug}>
                  <Link
                    href={pageAddress(slug)}
                    prefetch={false}
                    aria-current={slug === page?.slug ? 'page' : undefined}
                    className={LINK_CLASSES}
                  >
                    {title}
                  </Link>
                  {slug === page?.slug && <OnThisPage page={page} />}
                </li>
              ))}
            </ul>
          </li>
        )
      })}
    </ul>
  )
}

/** The way through the documentation: a column beside the page; on a phone folded away above it. */
function DocsNav({ groups, page }: { groups: readonly PageGroup[]; page: Page | null }) {
  return (
    <nav aria-label={words.title} className="print:hidden">
      <div className="pb-3 lg:hidden">
        <DocsSearch />
      </div>
      <details className="rounded-md border border-hairline px-4 lg:hidden">
        <summary className="flex list-none items-center justify-between gap-3 py-2.5 text-sm font-medium [&::-webkit-details-marker]:hidden">
          {words.pageOf(page?.title ?? words.overview)}
          <ChevronDown className="size-4 shrink-0 text-soft in-open:rotate-180" aria-hidden="true" />
        </summary>
        <div className="pb-4">
          <Groups groups={groups} page={page} />
        </div>
      </details>
      <div className="sticky top-0 hidden max-h-dvh overflow-y-auto mask-b-from-[calc(100%-3rem)] py-6 pb-12 lg:block">
        <div className="pb-5">
          <DocsSearch />
        </div>
        <Groups groups={groups} page={page} />
      </div>
    </nav>
  )
}
