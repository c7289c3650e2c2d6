/** Remembers for the tab, across one load, which page was loaded for its player. It can't be put into a link. */
const WISH = 'verbatim:player-wanted-at'

/**
 * Whether the policy of this document lets a platform's player in: only transcripts' own addresses are served with one
 * that does, and the policy is that of the page which was loaded, not of those that were gone to since.
 */
export function mayFrameHere(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return loaded !== undefined && /^\/transcripts\/./.test(new URL(loaded.name).pathname)
}

/** Loads this page anew, under its own policy, with the player at a time in seconds. */
export function reloadToFrame(seconds: number): void {
  const address = new URL(window.location.href)
  window.sessionStorage.setItem(WISH, address.pathname)
  if (seconds > 0) address.searchParams.set('t', String(Math.floor(seconds)))
  if (address.href === window.location.href) window.location.reload()
  else window.location.assign(address)
}

/** Whether this page was loaded for its player; asked once. */
export function takeWishToFrame(): boolean {
  const wished = window.sessionStorage.getItem(WISH) === window.location.pathname
  window.sessionStorage.removeItem(WISH)
  return wished && mayFrameHere()
}
