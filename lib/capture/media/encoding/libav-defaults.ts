/**
 * What libav does where nothing is asked of it. A build of it for JavaScript can be asked for a rate and little else; so what
 * else is wanted is set where libav keeps it: in records of a public form (AVOption, in libavutil/opt.h), from which an
 * encoder takes its settings when it is opened.
 */

/** Where what is told of an option lies in its record, with pointers of 32 bits. */
const places = { name: 0, type: 12, value: 16, unit: 44 } as const;
const recordBytes = 48;
const wordBytes = Int32Array.BYTES_PER_ELEMENT;
const valueBytes = 8;
/** AV_OPT_TYPE_CONST: a name for a value of the options that have the same unit. */
const namedValue = 11;

/**
 * Has an option be what one of its named values says, for all who are opened from now on. Answers whether there is such an
 * option here, with such a value; otherwise nothing is changed.
 */
export const setDefault = ({ buffer }: WebAssembly.Memory, option: string, value: string): boolean => {
  const bytes = new Uint8Array(buffer);
  const words = new Int32Array(buffer);
  const read = (record: number, what: keyof typeof places): number => words[(record + places[what]) / wordBytes] ?? 0;
  const isText = (at: number, text: string): boolean =>
    `${text}\0`.split('').every((character, n) => bytes[at + n] === character.charCodeAt(0));
  const textAt = (text: string): number => {
    const first = text.charCodeAt(0);
    let at = bytes.indexOf(first);
    while (at >= 0 && !isText(at, text)) at = bytes.indexOf(first, at + 1);
    return at;
  };
  const name = textAt(option);
  if (name < 0) return false;

  for (let word = words.indexOf(name); word >= 0; word = words.indexOf(name, word + 1)) {
    const record = word * wordBytes;
    // The values of an option come right after it.
    for (let one = record + recordBytes; one + recordBytes <= bytes.length; one += recordBytes) {
      if (read(one, 'type') !== namedValue || read(one, 'unit') !== read(record, 'unit')) break;
      if (!isText(read(one, 'name'), value)) continue;
      bytes.copyWithin(record + places.value, one + places.value, one + places.value + valueBytes);
      return true;
    }
  }
  return false;
};
