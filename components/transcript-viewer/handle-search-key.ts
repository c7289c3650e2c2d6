/** What a key does in a search field: Enter goes on, with Shift back, Escape ends the search. */
export function handleSearchKey(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  { step, end }: { step: (by: number) => void; end: () => void },
): void {
  if (key === 'Enter') step(shiftKey ? -1 : 1)
  if (key === 'Escape') end()
}
