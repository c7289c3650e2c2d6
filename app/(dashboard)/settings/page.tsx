import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { pageActor } from '@/app/page-actor'
import { NoticeSettings } from '@/components/notices/notice-settings'
import { Appearance } from '@/components/settings/appearance'
import { DeleteAccount } from '@/components/settings/delete-account'
import { ExportAccount } from '@/components/settings/export-account'
import { VocabularyForm } from '@/components/settings/vocabulary-form'
import { words } from '@/components/settings/words'
import { PageHeading } from '@/components/site/page-heading'
import { parseTheme, THEME_COOKIE } from '@/components/site/theme/theme'
import { findVocabulary } from '@/lib/library/vocabulary/use-vocabulary'
import { findNotices } from '@/lib/notices/notice-settings'
import { findAccount } from '@/lib/privacy/find-account'

export const metadata: Metadata = { title: words.title, robots: { index: false } }

/** The page of the settings: appearance, vocabulary, and the account itself. */
export default async function SettingsPage() {
  const actor = await pageActor()
  if (!actor) return null
  const [{ email, isLocal }, notices, { spellings }] = await Promise.all([
    findAccount(actor),
    findNotices(actor),
    findVocabulary(actor),
  ])
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value)
  return (
    <>
      <PageHeading title={words.title} lead={isLocal ? words.hereLocal(email) : words.here(email)} />
      <div className="flex max-w-2xl flex-col gap-12">
        <Appearance initial={theme} />
        <NoticeSettings notices={notices} />
        <VocabularyForm initial={spellings} />
        <ExportAccount />
        <DeleteAccount email={email} isLocal={isLocal} />
      </div>
    </>
  )
}
