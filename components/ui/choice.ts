/** The look of one of a row of which one holds: a link that is `aria-current`, a button that is `aria-pressed`. */
export const CHOICE =
  'inline-flex min-h-8 items-center rounded-full border border-hairline px-3 text-sm text-soft hover:border-outline hover:text-ink aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper'
