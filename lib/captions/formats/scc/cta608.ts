import { basicCharacter, pairedCharacter } from './characters'

/** A text on the screen, and from when until when. `endMs` is null where the data ends first. */
export type Shown = { startMs: number; endMs: number | null; text: string }

/** Rows of characters by their number, and when the first of them came. */
type Memory = { rows: Map<number, string[]>; startMs: number | null }

type Mode = 'pop-on' | 'paint-on' | 'roll-up' | 'text'

/** One of the two caption services of a field. */
type Channel = {
  mode: Mode
  displayed: Memory
  loaded: Memory
  row: number
  column: number
  /** Whether a preamble has just moved back over text. */
  isBack: boolean
  /** Whether the last character was of the basic set, which one of the extended set replaces. */
  isBasic: boolean
  shown: Shown[]
}

/** The row of a preamble, by its first byte in the codes of the first channel; the next one where the second byte has 0x20. */
const ROWS = new Map([
  [0x10, 11],
  [0x11, 1],
  [0x12, 3],
  [0x13, 12],
  [0x14, 14],
  [0x15, 5],
  [0x16, 7],
  [0x17, 9],
])
const LAST_ROW = 15
/** The cell of a mid-row code, which is shown as a space. */
const MID_ROW = '\ue000'

const emptyMemory = (): Memory => ({ rows: new Map(), startMs: null })

function newChannel(): Channel {
  const memories = { displayed: emptyMemory(), loaded: emptyMemory() }
  return { mode: 'pop-on', ...memories, row: LAST_ROW, column: 0, isBack: false, isBasic: false, shown: [] }
}

function textOf({ rows }: Memory): string {
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([, row]) =>
      Array.from(row, (character) => character ?? ' ')
        .join('')
        .replace(/\ue000(?=[.,!?;:])/g, '')
        .replaceAll(MID_ROW, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
    .join('\n')
}

/** Ends what is on the screen. */
function erase(channel: Channel, ms: number | null): void {
  const { displayed } = channel
  const text = textOf(displayed)
  if (text !== '' && displayed.startMs !== null) channel.shown.push({ startMs: displayed.startMs, endMs: ms, text })
  channel.displayed = emptyMemory()
  // Loading continues at its place while the screen is erased.
  if (channel.mode !== 'pop-on') channel.column = 0
}

const memoryOf = (channel: Channel) => (channel.mode === 'pop-on' ? channel.loaded : channel.displayed)

/**
 * Puts a character after a preamble that has moved back over text. A row that is sent again overwrites itself; any other text would
 * be lost, so it follows at the end of the row, or in paint-on mode on an empty screen.
 */
function moveOn(channel: Channel, character: string, ms: number): void {
  channel.isBack = false
  const row = memoryOf(channel).rows.get(channel.row)
  if (!row || row.length <= channel.column || row[channel.column] === character) return
  if (channel.mode === 'paint-on') erase(channel, ms)
  else channel.column = row.length
}

function write(channel: Channel, character: string, ms: number): void {
  if (channel.mode === 'text' || character === '') return
  if (channel.isBack) moveOn(channel, character, ms)
  channel.isBasic = false
  const memory = memoryOf(channel)
  const row = memory.rows.get(channel.row) ?? []
  row[channel.column] = character
  memory.rows.set(channel.row, row)
  memory.startMs ??= ms
  channel.column += 1
}

function backspace(channel: Channel): void {
  channel.column = Math.max(0, channel.column - 1)
}

function setMode(channel: Channel, mode: Mode, ms: number): void {
  const isNew = mode !== channel.mode
  channel.mode = mode
  if (mode === 'roll-up' || (mode === 'paint-on' && isNew)) {
    if (isNew) erase(channel, ms)
    channel.row = LAST_ROW
  }
}

function setRow(channel: Channel, row: number, column: number): void {
  channel.row = row
  channel.column = column
  channel.isBack = true
  channel.isBasic = false
}

type Command = (channel: Channel, ms: number) => void

/** The commands of the miscellaneous control codes, by their second byte. */
const COMMANDS: ReadonlyMap<number, Command> = new Map<number, Command>([
  [0x20, (channel, ms) => setMode(channel, 'pop-on', ms)],
  [
    0x21,
    (channel) => {
      backspace(channel)
      memoryOf(channel).rows.get(channel.row)?.splice(channel.column)
    },
  ],
  [
    0x24,
    (channel) => {
      memoryOf(channel).rows.get(channel.row)?.splice(channel.column)
    },
  ],
  [0x25, (channel, ms) => setMode(channel, 'roll-up', ms)],
  [0x26, (channel, ms) => setMode(channel, 'roll-up', ms)],
  [0x27, (channel, ms) => setMode(channel, 'roll-up', ms)],
  [0x29, (channel, ms) => setMode(channel, 'paint-on', ms)],
  [0x2a, (channel, ms) => setMode(channel, 'text', ms)],
  [0x2b, (channel, ms) => setMode(channel, 'text', ms)],
  [0x2c, erase],
  [
    0x2d,
    (channel, ms) => {
      if (channel.mode === 'roll-up') erase(channel, ms)
    },
  ],
  [
    0x2e,
    (channel) => {
      channel.loaded = emptyMemory()
      channel.column = 0
    },
  ],
  [
    0x2f,
    (channel, ms) => {
      setMode(channel, 'pop-on', ms)
      erase(channel, ms)
      channel.displayed = { rows: channel.loaded.rows, startMs: ms }
      channel.loaded = emptyMemory()
      channel.column = 0
    },
  ],
])

function control(channel: Channel, first: number, second: number, ms: number): void {
  const paired = pairedCharacter(first, second)
  const row = second >= 0x40 ? ROWS.get(first) : undefined
  if (paired) {
    if (paired.replaces && channel.isBasic) backspace(channel)
    write(channel, paired.character, ms)
  } else if (row !== undefined) {
    const column = second & 0x10 ? ((second & 0x0e) >> 1) * 4 : 0
    // Row 11 has no next one in the table.
    setRow(channel, first === 0x10 ? row : row + (second & 0x20 ? 1 : 0), column)
  } else if (first === 0x11 && second < 0x30) write(channel, MID_ROW, ms)
  else if (first === 0x17 && second >= 0x21 && second <= 0x23) channel.column += second - 0x20
  else if (first === 0x14 || first === 0x15) COMMANDS.get(second)?.(channel, ms)
}

/** A decoder of the captions in one field of line 21. */
export type Cta608Decoder = {
  /** Takes the two bytes of a frame, and when that frame is shown. */
  take: (first: number, second: number, ms: number) => void
  /** Called where the next frames do not follow on the last one. */
  interrupt: () => void
  /** Returns the captions of the first and the second channel after all data. */
  finish: () => readonly [Shown[], Shown[]]
}

/**
 * Returns a decoder of pop-on, roll-up and paint-on captions. A row that rolls up is shown once, from its first character until it rolls.
 * Colours and places are ignored. What was loaded and never shown counts as shown at its time.
 * @see https://shop.cta.tech/products/line-21-data-services
 */
export function newCta608Decoder(): Cta608Decoder {
  const channels = [newChannel(), newChannel()] as const
  let channel: Channel = channels[0]
  let last = 0
  let isOtherData = false
  const take = (rawFirst: number, rawSecond: number, ms: number) => {
    // The highest bit is the parity.
    const [first, second] = [rawFirst & 0x7f, rawSecond & 0x7f]
    const pair = first * 256 + second
    const isRepeated = pair === last
    last = isRepeated ? 0 : pair
    if (first >= 0x10 && first < 0x20) {
      isOtherData = false
      channel = channels[first & 0x08 ? 1 : 0]
      // Control codes are sent twice.
      if (isRepeated) last = 0
      else control(channel, first & 0x17, second, ms)
    } else if (first > 0 && first < 0x10) isOtherData = first !== 0x0f
    else if (!isOtherData) {
      last = 0
      for (const character of [basicCharacter(first), basicCharacter(second)]) {
        write(channel, character, ms)
        channel.isBasic ||= character !== ''
      }
    }
  }
  const interrupt = () => {
    last = 0
  }
  const finish = () => {
    for (const one of channels) {
      erase(one, null)
      one.displayed = one.loaded
      erase(one, null)
    }
    return [channels[0].shown, channels[1].shown] as const
  }
  return { take, interrupt, finish }
}
