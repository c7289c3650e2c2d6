export type AssemblyaiConfig = {
  apiKey: string
  /** The API's address, for example `https://api.eu.assemblyai.com`. */
  baseUrl: string
  /** The secret that webhooks carry; null: no webhooks are requested. */
  webhookSecret: string | null
  /** How long a call may be idle. A minute by default. */
  idleMs?: number
}
