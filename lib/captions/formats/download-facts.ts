/** A format that a transcript can be downloaded in, as contracts and pages name it: data only, which browsers load. */
export type DownloadFacts = {
  id: string
  /** Other names that a request may use. */
  aliases: readonly string[]
  /** The name within a sentence. */
  label: string
  /** The name in a menu. */
  name: string
  /** How the name of a file ends, without the dot. */
  ending: string
  mediaType: string
  /** The contents of the document, as Markdown. */
  content: string
  isSubtitles: boolean
  /** A field of JSON cannot hold it. */
  isBinary?: true
}
