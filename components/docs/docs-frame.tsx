import type { ReactNode } from 'react'
import type { Page, PageGroup } from '@/lib/docs/page'
import { DocsNav } from './docs-nav'

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
