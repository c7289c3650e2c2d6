import type { Metadata } from 'next'
import { pageActor } from '@/app/page-actor'
import { ImportList } from '@/components/imports/import-list'
import { ShowForm } from '@/components/imports/show-form'
import { PageHeading } from '@/components/site/page-heading'
import { listImports } from '@/lib/imports/read-import'

export const metadata: Metadata = { title: 'Imports', robots: { index: false } }

/** Where whole shows are imported, and how far each is. */
export default async function ImportsPage() {
  const actor = await pageActor()
  if (!actor) return null
  return (
    <>
      <PageHeading
        title="Imports"
        lead="Paste a podcast, and every episode that you don’t have yet becomes a transcript."
      />
      <ShowForm />
      <ImportList initial={await listImports(actor)} />
    </>
  )
}
