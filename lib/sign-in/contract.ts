import { z } from 'zod'

/** How long a mailed link works. */
export const LINK_MINUTES = 30

/**
 * The ways in: by a link, which is mailed or, on one's own machine, shown to a browser that acts as its account already and
 * printed in the terminal for any other; and from issuers.
 */
export type SignInMethods = {
  link: 'mailed' | 'shown' | 'printed' | null
  issuers: readonly { id: string; name: string }[]
}

export const csrfTokenSchema = z.object({ csrfToken: z.string() })

/** The next step of a sign-in: an issuer's URL, or a link (where it is shown, not mailed). */
export const signInBegunSchema = z.object({ url: z.string().nullable(), link: z.string().nullable() })
export type SignInBegun = z.infer<typeof signInBegunSchema>
