/** The mark: three lines of text, the spoken one washed. Decorative; the name stands beside it. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" className="size-6" aria-hidden="true">
      <rect className="fill-accent" width="32" height="32" rx="8" />
      <rect className="fill-on-accent" x="7" y="8" width="18" height="3" rx="1.5" />
      <rect className="fill-wash-strong" x="7" y="14.5" width="12" height="3" rx="1.5" />
      <rect className="fill-on-accent" x="7" y="21" width="15" height="3" rx="1.5" />
    </svg>
  )
}
