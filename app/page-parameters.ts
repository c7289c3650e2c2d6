import { z } from 'zod'
import { PAGE_SIZE } from '@/components/library/library-address'
import { layoutFields } from '@/lib/archive/render/render-fields'
import { queryInt } from '@/lib/core/operations/query-int'
import { linkField, nameField, textField } from '@/lib/core/operations/text-field'
import { libraryQuerySchema } from '@/lib/library/contract'
import { oauthParameters } from '@/lib/oauth/contract'

/** The path that a page leads back to, with its query. */
const path = linkField().optional()
const email = textField(320)
/** The most transcripts in one ZIP archive: as many as the largest page of the list. */
export const MAX_ZIPPED = 100

/** Wider and higher than any frame. */
const MAX_PIXELS = 10_000

/**
 * The parameters that pages take in their addresses, by the path of the page or file below `app`. Every page reads its own
 * through its schema here, so that none is unbounded.
 */
export const pageParameters = {
  '(dashboard)/settings/usage/page.tsx': z.object({ from: nameField().optional() }),
  '(dashboard)/imports/page.tsx': z.object({ url: linkField().default('') }),
  '(dashboard)/transcripts/[id]/page.tsx': z.object({ t: nameField().optional(), download: nameField().optional() }),
  '(dashboard)/transcripts/page.tsx': libraryQuerySchema.extend({
    limit: queryInt({ min: 1, max: 100, default: PAGE_SIZE }),
  }),
  '(dashboard)/transcripts/trash/page.tsx': z.object({ offset: queryInt({ min: 0, default: 0 }) }),
  'device/page.tsx': z.object({ user_code: nameField().default('') }),
  'oauth/authorize/page.tsx': oauthParameters,
  'oembed/route.ts': z.object({
    url: linkField(),
    format: nameField().default('json'),
    maxwidth: queryInt({ min: 1, default: MAX_PIXELS }),
    maxheight: queryInt({ min: 1, default: MAX_PIXELS }),
  }),
  'page.tsx': z.object({ link: linkField().default('') }),
  'sign-in/confirm/page.tsx': z.object({ token: nameField().default(''), email: email.default(''), callbackUrl: path }),
  'sign-in/page.tsx': z.object({
    error: nameField().optional(),
    account: nameField().optional(),
    link: linkField().default(''),
    callbackUrl: path,
  }),
  'sitemap.xml/route.ts': z.object({ after: nameField().nullable() }),
  '(dashboard)/imports/following/page.tsx': z.object({ url: linkField().default('') }),
  't/[slug]/image/route.tsx': z.object({ t: nameField().optional() }),
  'transcripts/[id]/download/[format]/route.ts': z.object(layoutFields),
  'transcripts/zip/route.ts': z.object({ format: nameField(), id: z.array(nameField()).min(1).max(MAX_ZIPPED) }),
} as const satisfies Record<string, z.ZodObject>
