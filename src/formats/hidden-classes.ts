/** Kinds of hidden characters, after what they are used for. */
export type HiddenClass =
  | 'control'
  | 'carriage-return'
  | 'line-separator'
  | 'bidi-control'
  | 'bidi-mark'
  | 'zero-width'
  | 'emoji-selector'
  | 'variation-selector'
  | 'tag'
  | 'invisible'
  | 'private-use'
  | 'replacement'

/** First and last code point of each class; what lies in none of them is private use. */
const RANGES: readonly (readonly [first: number, last: number, HiddenClass])[] = [
  [0x0d, 0x0d, 'carriage-return'],
  [0x85, 0x85, 'line-separator'],
  [0x00, 0x9f, 'control'],
  [0xad, 0xad, 'zero-width'],
  [0x034f, 0x034f, 'zero-width'],
  [0x061c, 0x061c, 'bidi-mark'],
  [0x115f, 0x1160, 'invisible'],
  [0x180e, 0x180e, 'zero-width'],
  [0x200b, 0x200d, 'zero-width'],
  [0x200e, 0x200f, 'bidi-mark'],
  [0x2028, 0x2029, 'line-separator'],
  [0x202a, 0x202e, 'bidi-control'],
  [0x2060, 0x2060, 'zero-width'],
  [0x2061, 0x2065, 'invisible'],
  [0x2066, 0x2069, 'bidi-control'],
  [0x206a, 0x206f, 'invisible'],
  [0x2800, 0x2800, 'invisible'],
  [0x3164, 0x3164, 'invisible'],
  [0xfe00, 0xfe0d, 'variation-selector'],
  [0xfe0e, 0xfe0f, 'emoji-selector'],
  [0xfeff, 0xfeff, 'zero-width'],
  [0xffa0, 0xffa0, 'invisible'],
  [0xfff0, 0xfffb, 'invisible'],
  [0xfffd, 0xfffd, 'replacement'],
  [0xe0000, 0xe007f, 'tag'],
  [0xe0100, 0xe01ef, 'variation-selector'],
  [0xe0080, 0xe0fff, 'invisible'],
]

const NAMES: { readonly [code: number]: string } = {
  0: 'null',
  7: 'bell',
  8: 'backspace',
  11: 'vertical tab',
  12: 'form feed',
  13: 'lone carriage return',
  27: 'escape',
  127: 'delete',
  133: 'next line',
  173: 'soft hyphen',
  847: 'combining grapheme joiner',
  1564: 'Arabic letter mark',
  4447: 'Hangul choseong filler',
  4448: 'Hangul jungseong filler',
  6158: 'Mongolian vowel separator',
  8203: 'zero width space',
  8204: 'zero width non-joiner',
  8205: 'zero width joiner',
  8206: 'left-to-right mark',
  8207: 'right-to-left mark',
  8232: 'line separator',
  8233: 'paragraph separator',
  8234: 'left-to-right embedding',
  8235: 'right-to-left embedding',
  8236: 'pop directional formatting',
  8237: 'left-to-right override',
  8238: 'right-to-left override',
  8288: 'word joiner',
  8289: 'function application',
  8290: 'invisible times',
  8291: 'invisible separator',
  8292: 'invisible plus',
  8294: 'left-to-right isolate',
  8295: 'right-to-left isolate',
  8296: 'first strong isolate',
  8297: 'pop directional isolate',
  10240: 'Braille blank',
  12644: 'Hangul filler',
  65279: 'byte order mark inside the text',
  65440: 'halfwidth Hangul filler',
  65533: 'replacement character',
}

const CLASS_NAMES: { readonly [name in HiddenClass]: string } = {
  control: 'control character',
  'carriage-return': 'lone carriage return',
  'line-separator': 'line separator',
  'bidi-control': 'direction control',
  'bidi-mark': 'direction mark',
  'zero-width': 'zero-width character',
  'emoji-selector': 'emoji variation selector',
  'variation-selector': 'variation selector',
  tag: 'tag character',
  invisible: 'invisible character',
  'private-use': 'private-use character',
  replacement: 'replacement character',
}

/** The class of one hidden character. */
export function hiddenClass(character: string): HiddenClass {
  const code = character.codePointAt(0) ?? 0
  return RANGES.find(([first, last]) => code >= first && code <= last)?.[2] ?? 'private-use'
}

/** How the first character of a text is called: `U+200B zero width space`. */
export function nameOfCharacter(text: string): string {
  const code = text.codePointAt(0) ?? 0
  const hex = code.toString(16).toUpperCase().padStart(4, '0')
  return `U+${hex} ${NAMES[code] ?? CLASS_NAMES[hiddenClass(text)]}`
}
