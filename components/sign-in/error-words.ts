const WORDS: Readonly<Record<string, string>> = {
  Verification: 'This link has been used, or it is too old. Ask for a new one.',
  configuration: 'This link is not whole. Open it from the mail again, or ask for a new one.',
  email_unverified:
    'Your email address is not verified there, so it can not be trusted here. Verify it there, or sign in by a link.',
}

/** What went wrong on the way in, by the error that the page's address names; null for none. */
export function errorWords(error: string | undefined): string | null {
  if (!error) return null
  return Object.hasOwn(WORDS, error) ? (WORDS[error] ?? null) : 'The sign-in was not finished. Try again.'
}
