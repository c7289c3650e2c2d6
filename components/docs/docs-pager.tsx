import Link from 'next/link'
import { type PageGroup, type PageLink, pageAddress } from '@/lib/docs/page'
import { words } from './words'

function Neighbour({ page, rel }: { page: PageLink; rel: 'prev' | 'next' }) {
  return (
    <Link
      href={pageAddress(page.slug)}
      prefetch={false}
      rel={rel}
      className={`rounded-md border border-hairline px-4 py-3 hover:border-outline ${rel === 'next' ? 'sm:col-start-2 sm:text-right' : ''}`}
    >
      <span className="block text-xs text-soft">{rel === 'prev' ? words.before : words.next}</span>
      <span className="font-medium text-accent">{page.title}</span>
    </Link>
  )
}

/** The pages before and after one, in reading order. */
export function DocsPager({ groups, slug }: { groups: readonly PageGroup[]; slug: string }) {
  const pages = groups.flatMap((group) => group.pages)
  const index = pages.findIndex((page) => page.slug === slug)
  const [before, after] = [pages[index - 1], pages[index + 1]]
  return (
    <nav aria-label={words.beside} className="grid gap-4 pt-12 sm:grid-cols-2 print:hidden">
      {before && <Neighbour page={before} rel="prev" />}
      {after && <Neighbour page={after} rel="next" />}
    </nav>
  )
}
