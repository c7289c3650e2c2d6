declare module 'ytdl-core/lib/url-utils.js' {
  /** Trims the text first. */
  export function validateID(id: string): boolean
}

declare module 'ytdl-core/lib/utils.js' {
  /** The text between the first match of `left` and the next `right`; '' where one of them is missing. */
  export function between(text: string, left: string | RegExp, right: string): string

  /** The object literal a text begins with. Throws where it has no end. */
  export function cutAfterJS(text: string): string
}
