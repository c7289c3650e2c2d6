/**
 * Scenarios of the MCP conformance suite for features that Verbatim offers: unchanged, or with something from Verbatim
 * in place of what the suite requests from its example server.
 */
export const OFFERED = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-error',
  'tools-call-with-progress',
  'resources-list',
  'resources-read-text',
  'resources-templates-read',
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'dns-rebinding-protection',
]

const NO_SUCH_CONTENT = 'transcripts are text: nothing answers with images, sound or embedded resources'
const ASKS_NOTHING = 'no tool asks the client, or its model, for anything'
const NO_SESSIONS = 'there are no sessions and no streams that are taken up again'
const NO_LOGGING = 'logging is not among the capabilities'
const NO_SUBSCRIPTIONS = 'a transcript does not change, so nobody can subscribe to one'

/** Other scenarios of the suite, and the reasons why Verbatim does not implement them. */
export const NOT_OFFERED: Record<string, string> = {
  'logging-set-level': NO_LOGGING,
  'tools-call-with-logging': NO_LOGGING,
  'completion-complete': 'completions are not among the capabilities',
  'tools-call-image': NO_SUCH_CONTENT,
  'tools-call-audio': NO_SUCH_CONTENT,
  'tools-call-embedded-resource': NO_SUCH_CONTENT,
  'tools-call-mixed-content': NO_SUCH_CONTENT,
  'prompts-get-embedded-resource': NO_SUCH_CONTENT,
  'prompts-get-with-image': NO_SUCH_CONTENT,
  'resources-read-binary': NO_SUCH_CONTENT,
  'tools-call-sampling': ASKS_NOTHING,
  'tools-call-elicitation': ASKS_NOTHING,
  'elicitation-sep1034-defaults': ASKS_NOTHING,
  'elicitation-sep1330-enums': ASKS_NOTHING,
  'resources-subscribe': NO_SUBSCRIPTIONS,
  'resources-unsubscribe': NO_SUBSCRIPTIONS,
  'server-sse-polling': NO_SESSIONS,
  'server-sse-multiple-streams': NO_SESSIONS,
  'json-schema-2020-12': 'it asks for one very tool with one very schema',
}
