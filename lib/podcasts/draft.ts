/** An element as it stands in the feed: its canonical name below the item or channel, and the base of its addresses. */
export type FoundElement = {
  name: string
  attributes: Readonly<Record<string, string>>
  text: string
  base: string
}

/** What was found of a show or an episode, in the order of the document. */
export type Draft = readonly FoundElement[]

/** The first element of one of these names that has text, the names in order of preference. */
export function firstText(draft: Draft, ...names: string[]): FoundElement | undefined {
  for (const name of names) {
    const found = draft.find((element) => element.name === name && element.text.trim() !== '')
    if (found) return found
  }
  return undefined
}

/** Every element of one of these names, in the order of the document. */
export function elementsOf(draft: Draft, ...names: string[]): FoundElement[] {
  return draft.filter((element) => names.includes(element.name))
}
