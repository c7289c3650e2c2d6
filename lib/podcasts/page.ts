/** What a web page tells of the podcast it shows. All addresses are absolute. */
export type Page = {
  /** Where it was found. */
  url: string
  /** Its own addresses, as it gives them: the canonical link and `og:url`. */
  ownUrls: string[]
  /** The feeds it points to, in its order, those of comments last. */
  feedUrls: string[]
  /** The recordings that its metadata names (Open Graph, Twitter card, JSON-LD). */
  statedAudioUrls: string[]
  /** The recordings that it plays, or names in its metadata. */
  audioUrls: string[]
  /** The titles that its JSON-LD gives to episodes. */
  episodeTitles: string[]
}

/** What is read of a page at most. */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024
