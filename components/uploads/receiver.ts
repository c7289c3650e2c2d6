/** A form that takes what is dropped or pasted on its page. `takeFiles` returns whether it did. */
export type Receiver = {
  takeFiles: (files: readonly File[]) => boolean
  takeLink: (link: string) => void
}

/** The form of the page that is open, if it has one. */
export const receiver: { current: Receiver | null } = { current: null }
