/** The event that opens the palette or the overlay of shortcuts, wherever they are. */
export const OPEN_EVENT = 'verbatim:open'

export type Opened = 'palette' | 'shortcuts'

/** Whether a key opens the palette, or closes it: K with Control or Command. */
export function isPaletteKey({ key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey
}

/** Opens the palette or the overlay of keyboard shortcuts. */
export function openOverlay(what: Opened): void {
  window.dispatchEvent(new CustomEvent<Opened>(OPEN_EVENT, { detail: what }))
}
