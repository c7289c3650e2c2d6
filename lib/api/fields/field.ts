/** The meaning of a field, and an example of its value. */
export type Field = { meaning: string; example?: unknown }

/**
 * Fields by name, or by the schema or operation and the name where one name means several things (`Problem.type`). In an
 * example `{{base_url}}` is filled in with the rest of the page.
 */
export type Fields = Readonly<Record<string, Field>>

export const EXAMPLE_ID = '0199e3f1-2b7a-7c31-9d0e-5c1f0a9d2f11'
export const EXAMPLE_JOB_ID = '0199e3f1-6c0d-7e52-8a43-0f6b1d2c9e70'
export const EXAMPLE_TIME = '2026-03-14T09:26:53.589Z'
export const EXAMPLE_LINK = 'https://www.youtube.com/watch?v=jNQXAC9IVRw'
