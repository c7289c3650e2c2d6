/** How to get a speech engine that is any good, with an example to copy. */
export const HOW_TO_ADD_AN_ENGINE =
  'set SPEECH_API_URL (and SPEECH_API_KEY where it asks for one) to any OpenAI-compatible server, for example ' +
  'SPEECH_API_URL=https://api.openai.com/v1, or http://localhost:8000/v1 for one on this machine, and start again'

/** The sentence of the `offline_engine` warning. */
export const BETTER_ENGINE_HINT = `Drafted by the small offline engine: expect many wrong words. Add a better engine in a minute: ${HOW_TO_ADD_AN_ENGINE}.`
