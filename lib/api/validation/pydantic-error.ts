/** What pydantic 2 says of one fault: its type, its sentence, and the particulars that the sentence names. */
export type PydanticError = { type: string; msg: string; ctx?: Record<string, unknown> }
