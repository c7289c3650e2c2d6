import { withOurCommands } from '@/lib/platform/programs/our-command'
import { BUILT_IN_MODELS, modelBytes } from './models/manifest'

const [model] = BUILT_IN_MODELS
const MEGABYTES = Math.round(modelBytes(model) / 1e6)

/** The three easiest ways to set up a good speech engine, each to copy. */
export const HOW_TO_ADD_AN_ENGINE = withOurCommands(
  `fetch a model for this machine with "npm run models -- get ${model.name}" (${MEGABYTES} MB, ` +
    `${model.languages.length} languages); set SPEECH_API_URL (and SPEECH_API_KEY where it asks for one) to any ` +
    'OpenAI-compatible server, for example SPEECH_API_URL=https://api.openai.com/v1, or http://localhost:8000/v1 for one ' +
    'on this machine, and start again; or set ASSEMBLYAI_API_KEY, and start again',
)

/**
 * The sentences of the `offline_engine` warning: for a text that is a draft as a whole, and for one that is in parts.
 */
export const BETTER_ENGINE_HINT = `Drafted by the small offline engine: expect many wrong words. Add a better engine in a minute: ${HOW_TO_ADD_AN_ENGINE}.`
export const PARTLY_DRAFTED_HINT = `Parts of this text were drafted by the small offline engine: expect many wrong words there. Ask again for a text by the engine in use now. If there is none: ${HOW_TO_ADD_AN_ENGINE}.`

/** The hint as commands: the best model that runs on the server itself, and a server that is compatible with OpenAI's. */
export const ENGINE_COMMANDS = {
  fetchModel: withOurCommands(`npm run models -- get ${model.name}`),
  useServer: withOurCommands('SPEECH_API_URL=http://localhost:8000/v1 SPEECH_API_KEY=your-key npm start'),
}
