export type AssemblyaiConfig = {
  apiKey: string
  /** The API's address, for example `https://api.eu.assemblyai.com`. */
  baseUrl: string
  /** What webhooks prove themselves by; null: no webhooks are asked for. */
  webhookSecret: string | null
  /** How long nothing may move in an exchange. A minute by default. */
  idleMs?: number
}
