import { SearchButton } from '@/components/palette/search-button'
import { AccountMenu, type ShownAccount } from './account-menu'
import { HeaderBar } from './header-bar'
import { SiteMenu } from './site-menu'
import { SiteNav } from './site-nav'
import type { Theme } from './theme/theme'
import { ThemeMenu } from './theme/theme-menu'

/** The top of every page. An account has its theme in the settings, and the palette behind the search button. */
export function SiteHeader({ theme, account }: { theme: Theme; account: ShownAccount | null }) {
  return (
    <HeaderBar>
      <SiteNav signedIn={account !== null} />
      <div className="ms-auto -me-2 flex items-center gap-1">
        {account ? <SearchButton /> : <ThemeMenu initial={theme} />}
        <AccountMenu account={account} />
        <SiteMenu signedIn={account !== null} />
      </div>
    </HeaderBar>
  )
}
