/** Where a JSON text stops being one (a UTF-16 index), and why, in the words of CPython's `json`. */
export type JsonFault = { index: number; error: string }
