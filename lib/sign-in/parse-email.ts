const PART = String.raw`[^\s@,;:<>()[\]\\"\p{C}]`
const EMAIL = new RegExp(String.raw`^${PART}{1,64}@${PART}{1,190}\.${PART}{2,63}$`, 'u')

/**
 * An email address as accounts are known by, in lower case; null for what is none, for lists, and for names of this
 * machine: nobody signs in as the local account.
 */
export function parseEmail(text: string): string | null {
  return checked(text.normalize('NFKC').trim().toLowerCase())
}

/**
 * An email address that an issuer has verified, with its ASCII letters in lower case and every other character as it is: folding would
 * give the holder of a look-alike address the account of another. Null as for `parseEmail`.
 */
export function parseVerifiedEmail(text: string): string | null {
  return checked(text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()))
}

function checked(email: string): string | null {
  return EMAIL.test(email) && email.length <= 254 ? email : null
}
