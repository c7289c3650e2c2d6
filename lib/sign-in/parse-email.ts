const PART = String.raw`[^\s@,;:<>()[\]\\"\p{C}]`
const EMAIL = new RegExp(String.raw`^${PART}{1,64}@${PART}{1,190}\.${PART}{2,63}$`, 'u')

/**
 * An email address as accounts are known by, in lower case; null for what is none, for lists, and for names of this
 * machine: nobody signs in as the local account.
 */
export function parseEmail(text: string): string | null {
  const email = text.normalize('NFKC').trim().toLowerCase()
  return EMAIL.test(email) && email.length <= 254 ? email : null
}
