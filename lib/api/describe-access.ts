import type { Operation } from '@/lib/platform/operations/operation'

const ACCESS: Readonly<Record<string, string>> = {
  public: 'No credential needed.',
  account: 'Requires your API key or your own sign-in. Tokens of connected apps are not accepted.',
  operator: "Requires the API key or sign-in of the machine's own account or of an operator (`OPERATORS`).",
}

/** Who may call an operation, and how it is called again safely, as Markdown. `{{base_url}}` is filled in later. */
export function describeAccess({ access, optionalScope, idempotencyKey }: Operation): string {
  const who = ACCESS[access] ?? `Requires your API key, or a token with the scope \`${access}\`.`
  return [
    optionalScope ? `A credential is optional: your API key, or a token with the scope \`${optionalScope}\`.` : who,
    ...(idempotencyKey ? ['Supports the [Idempotency-Key]({{base_url}}/docs/limits#idempotency).'] : []),
  ].join(' ')
}
