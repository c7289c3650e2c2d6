import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** Whether the page is drawn by the browser: false on the server and during hydration, which must draw the same. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
