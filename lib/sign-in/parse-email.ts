const PART = String.raw`[^\s@,;:<>()[\]\\"\p{C}]`
const EMAIL = new RegExp(String.raw`^${PART}{1,64}@${PART}{1,190}\.${PART}{2,63}$`, 'u')

/**
 * The email address by which an account is known, in lower case. Null for text that is no address, for lists, and for
 * names of this machine, so that no sign-in reaches the local account.
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
