import { ACCOUNT_FIELDS } from './fields/accounts'
import { BILLING_FIELDS } from './fields/billing'
import { CORRECTION_FIELDS } from './fields/corrections'
import type { Field, Fields } from './fields/field'
import { IMPORT_FIELDS } from './fields/imports'
import { OPENAI_FIELDS } from './fields/openai'
import { SERVER_FIELDS } from './fields/server'
import { SHARED_FIELDS } from './fields/shared'
import { TRANSCRIPT_FIELDS } from './fields/transcripts'
import { UPLOAD_FIELDS } from './fields/uploads'
import { WEBHOOK_FIELDS } from './fields/webhooks'

/** The tables of the resources. Each field is in only one of them. */
export const TABLES: readonly Fields[] = [
  SHARED_FIELDS,
  TRANSCRIPT_FIELDS,
  CORRECTION_FIELDS,
  IMPORT_FIELDS,
  UPLOAD_FIELDS,
  OPENAI_FIELDS,
  WEBHOOK_FIELDS,
  SERVER_FIELDS,
  ACCOUNT_FIELDS,
  BILLING_FIELDS,
]

/** The fields of the API. The description of a schema overrides the meaning here. */
const FIELDS: Fields = Object.assign({}, ...TABLES)

/** The forms of OAuth, which OpenAPI describes as raw bodies. */
export const FORMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  requestDeviceCode: {},
  createTranscription: { model: 'whisper-1', response_format: 'json' },
  issueToken: {
    grant_type: 'authorization_code',
    client_id: 'vbc_8Jt2…',
    code: 'vbo_7Hq0…',
    redirect_uri: 'https://app.example/callback',
    code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  },
  revokeToken: { client_id: 'vbc_8Jt2…', token: 'vbr_2kTz…' },
  introspectToken: { client_id: 'vbc_8Jt2…', client_secret: 'vbs_1Lq9…', token: 'vba_5mXq…' },
}

/** The description of a field: the one of this schema, else the one for all fields of that name. */
export function fieldOf(owner: string, name: string): Field | undefined {
  return FIELDS[`${owner}.${name}`] ?? FIELDS[name]
}
