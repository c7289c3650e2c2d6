/** Asks for a time in the transcript that the page shows; null on other pages. */
let goToTime: (() => void) | null = null

/** Offers in the palette to go to a time. Returns what withdraws it. */
export function offerGoToTime(open: () => void): () => void {
  goToTime = open
  return () => {
    goToTime = null
  }
}

/** The offer of the page that is shown. */
export function offeredGoToTime(): (() => void) | null {
  return goToTime
}
