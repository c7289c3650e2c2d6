import { createReadStream } from 'node:fs'
import { errorCode } from '../connection/error-code'
import { Failure } from '../failure/failure'
import { readText } from './read-source-list'

/** A recording that a file for a batch names: a link or a local file, with what a CSV file says of it besides. */
export type BatchEntry = { source: string; lang?: string; format?: string; customId?: string }

/** The columns of a CSV file that mean something here, by how their names are written. */
const COLUMNS: Readonly<Record<string, Exclude<keyof BatchEntry, 'source'>>> = {
  lang: 'lang',
  format: 'format',
  custom_id: 'customId',
}

/** The fields of a CSV text (RFC 4180), row by row: quoted fields may hold separators, line breaks and doubled quotes. */
export function parseCsv(text: string, separator: string): string[][] {
  const field = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, 'gy')
  const rows: string[][] = []
  let row: string[] = []
  for (let match = field.exec(text); match; match = field.exec(text)) {
    const [, quoted, plain = '', end] = match
    row.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    if (end !== separator) {
      rows.push(row)
      row = []
    }
    if (end === '') break
  }
  return rows.filter((cells) => cells.some((cell) => cell !== ''))
}

/** Which separator a CSV file with a column named url has, by its first line; null for a list of lines. */
function findSeparator(text: string): string | null {
  const heading = text.split(/\r?\n/, 1)[0] ?? ''
  const names = (separator: string) =>
    heading.split(separator).map((name) => name.trim().replaceAll('"', '').toLowerCase())
  return [',', ';', '\t'].find((separator) => names(separator).includes('url')) ?? null
}

function toEntries(text: string, separator: string): BatchEntry[] {
  const [heading = [], ...rows] = parseCsv(text, separator)
  const names = heading.map((name) => name.toLowerCase())
  const url = names.indexOf('url')
  return rows.flatMap((cells) => {
    const source = cells[url]
    if (!source) return []
    const entry: BatchEntry = { source }
    for (const [index, name] of names.entries()) {
      const [field, cell] = [COLUMNS[name], cells[index]]
      if (field && cell) entry[field] = cell
    }
    return [entry]
  })
}

/**
 * The sources of a text: one a line (empty lines and those with # are left out), or the rows of CSV with a column named
 * url.
 */
export function parseBatch(text: string): BatchEntry[] {
  const whole = text.replace(/^\ufeff/, '')
  const separator = findSeparator(whole)
  if (separator !== null) return toEntries(whole, separator)
  const lines = whole.split(/\r?\n/).map((line) => line.trim())
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((source) => ({ source }))
}

/** The sources of a file, or with "-" of standard input. Throws `file_unreadable` and `usage`. */
export async function readBatchFile(file: string): Promise<BatchEntry[]> {
  try {
    return parseBatch(await readText(file === '-' ? process.stdin : createReadStream(file)))
  } catch (error) {
    if (error instanceof Failure) throw error
    const reason = errorCode(error) === 'ENOENT' ? 'File not found' : "This file can't be read"
    throw new Failure('file_unreadable', `${reason}: ${file}`, { cause: error })
  }
}
