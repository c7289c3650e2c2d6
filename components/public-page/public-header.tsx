import { HeaderBar } from '@/components/site/header-bar'
import type { Theme } from '@/components/site/theme/theme'
import { ThemeMenu } from '@/components/site/theme/theme-menu'
import { words } from '@/components/site/words'

const LINK = 'flex min-h-10 items-center rounded-md px-3 text-sm text-soft hover:bg-sunken hover:text-ink'

/** The header of a public page. It is the same for every reader, so it shows no account. */
export function PublicHeader({ theme }: { theme: Theme }) {
  return (
    <HeaderBar>
      <nav aria-label={words.site} className="ms-auto flex">
        <a href="/" className={LINK}>
          {words.newTranscript}
        </a>
        <a href="/docs" className={`${LINK} max-sm:hidden`}>
          {words.docs}
        </a>
      </nav>
      <div className="-ms-4 -me-2 scripting-only">
        <ThemeMenu initial={theme} />
      </div>
    </HeaderBar>
  )
}
