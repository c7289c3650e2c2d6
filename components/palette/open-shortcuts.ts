/** The event that opens the palette or the overlay of shortcuts, wherever they are. */
export const OPEN_EVENT = 'verbatim:open'

export type Opened = 'palette' | 'shortcuts'

/** Opens the overlay of keyboard shortcuts. */
export function openShortcuts(): void {
  window.dispatchEvent(new CustomEvent<Opened>(OPEN_EVENT, { detail: 'shortcuts' }))
}
