import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { linkField, nameField, textField } from '@/lib/core/operations/text-field'

export const quoteArguments = z.object({
  url: linkField().min(1).describe('Link to the recording'),
  question: textField(4000).min(1).describe('The question to answer'),
  lang: nameField().optional().describe('Language of the transcript; default: en'),
})

function instruction({ url, question, lang }: z.output<typeof quoteArguments>): string {
  const requested = lang ? `, lang "${lang}"` : ''
  return `Answer a question from a recording, with quotes that can be checked.

Recording: ${url}
Question: ${question}

1. Call get_transcript with this url${requested} and format "markdown". While it answers with a job, call get_job until it is done. Read every page: pass next_cursor back until it is null.
2. Answer from the transcript alone. Support each point by a short quote, word for word, followed by the link of the paragraph's time that the quote stands in.
3. If the transcript does not tell, say so. If it was made by automatic captions or speech-to-text, or has warnings, say that words may be misheard.`
}

/** Offers a prompt that answers a question from a recording, with quotes and linked times. */
export function registerQuotePrompt(server: McpServer): void {
  server.registerPrompt(
    'quote-with-times',
    {
      title: 'Quote with times',
      description: 'Answer a question from a video, podcast or recording, with word-for-word quotes and linked times',
      argsSchema: quoteArguments,
    },
    (given) => ({ messages: [{ role: 'user', content: { type: 'text', text: instruction(given) } }] }),
  )
}
