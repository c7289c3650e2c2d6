import { NavList } from './nav-list'
import { words } from './words'

/** The places of the dashboard, in a column beside the page. A narrow screen has them in the menu of the header. */
export function DashboardNav() {
  return (
    <nav aria-label={words.nav} className="max-lg:hidden print:hidden">
      <div className="sticky top-6 -ml-3 flex flex-col gap-5">
        <NavList />
      </div>
    </nav>
  )
}
