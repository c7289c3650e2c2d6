import { z } from 'zod'

const LANGUAGE_CODES = (
  'en en_au en_uk en_us es fr de de_ch it pt nl af sq am ar hy as az ba eu be bn bs br bg my ca zh hr cs da et fo fi gl ' +
  'ka el gu ht ha haw he hi hu is id ja jw kn kk km ko lo la lv ln lt lb mk mg ms ml mt mi mr mn ne no nn oc pa ps fa pl ' +
  'ro ru sa sr sn sd si sk sl so su sw sv tl tg ta tt te th bo tr tk uk ur uz vi cy yi yo'
).split(' ')

const httpUrl = z.url({ protocol: /^https?$/ })

/** What POST /v2/transcript takes, as far as Verbatim could ever send it; anything else is refused. */
export const transcriptParams = z
  .strictObject({
    audio_url: httpUrl,
    speech_models: z.array(z.enum(['universal-3-5-pro', 'universal-3-pro', 'universal-2'])).min(1),
    language_code: z.enum(LANGUAGE_CODES).optional(),
    language_detection: z.boolean().optional(),
    punctuate: z.boolean().optional(),
    format_text: z.boolean().optional(),
    speaker_labels: z.boolean().optional(),
    keyterms_prompt: z
      .array(z.string().regex(/^\S+(?:\s\S+){0,5}$/))
      .max(1000)
      .optional(),
    webhook_url: httpUrl.optional(),
    webhook_auth_header_name: z.string().min(1).optional(),
    webhook_auth_header_value: z.string().min(1).optional(),
  })
  .refine(({ language_code, language_detection }) => !(language_code && language_detection))
  .refine((params) => !params.webhook_auth_header_name === !params.webhook_auth_header_value)
  .refine((params) => !params.webhook_auth_header_name || params.webhook_url)

export type TranscriptRequest = z.infer<typeof transcriptParams>
