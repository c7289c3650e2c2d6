import type { Metadata } from 'next'
import { pageActor } from '@/app/page-actor'
import { ImportList } from '@/components/imports/import-list'
import { ShowForm } from '@/components/imports/show-form'
import { words } from '@/components/imports/words'
import { PageHeading } from '@/components/site/page-heading'
import { listImports } from '@/lib/imports/find-import'

export const metadata: Metadata = { title: words.title, robots: { index: false } }

/** Where whole shows are imported, and how far each is. */
export default async function ImportsPage() {
  const actor = await pageActor()
  if (!actor) return null
  return (
    <>
      <PageHeading title={words.title} lead={words.lead} />
      <ShowForm />
      <ImportList initial={await listImports(actor)} />
    </>
  )
}
