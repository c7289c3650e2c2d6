import { z } from 'zod'
import { parseVerifiedEmail } from '../parse-email'

/** A user's identity from an issuer: OpenID Connect's standard claims, and GitHub's answers in the same form. */
export const identitySchema = z.object({
  iss: z.string().min(1),
  sub: z.string().min(1).max(255),
  /** Empty where it does not tell. */
  email: z.string().default(''),
  /** Some issuers write it as a string. */
  email_verified: z.union([z.boolean(), z.string().transform((text) => text === 'true')]).default(false),
})
export type Identity = z.infer<typeof identitySchema>

/** An identity as next-auth takes one. Its id names the issuer too: the same number at another one is another person. */
export function toProfile({ iss, sub, email }: Identity): { id: string; email: string | null } {
  return { id: `${iss} ${sub}`, email: parseVerifiedEmail(email) }
}
