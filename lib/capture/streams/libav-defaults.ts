/**
 * What libav does where nothing is asked of it. A build of it for JavaScript can be asked for a rate and little else; so what
 * else is wanted is set where libav keeps it: in records of a public form (AVOption, in libavutil/opt.h), from which an
 * encoder takes its settings when it is opened.
 */

/** Where what is told of an option lies in its record, with pointers of 32 bits. */
const places = { name: 0, type: 12, value: 16, unit: 44 } as const;
const recordBytes = 48;
const valueBytes = 8;
/** AV_OPT_TYPE_CONST: a name for a value of the options that have the same unit. */
const namedValue = 11;

/**
 * Has an option be what one of its named values says, for all who are opened from now on. Answers whether there is such an
 * option here, with such a value; otherwise nothing is changed.
 */
export const setDefault = ({ buffer }: WebAssembly.Memory, option: string, value: string): boolean => {
  const bytes = Buffer.from(buffer);
  const words = new Int32Array(buffer);
  const read = (record: number, what: keyof typeof places): number => bytes.readInt32LE(record + places[what]);
  const isText = (at: number, text: string): boolean =>
    bytes.toString('latin1', at, at + text.length + 1) === `${text}\0`;
  const name = bytes.indexOf(`${option}\0`);
  if (name < 0) return false;

  for (let word = words.indexOf(name); word >= 0; word = words.indexOf(name, word + 1)) {
    const record = word * Int32Array.BYTES_PER_ELEMENT;
    // The values of an option come right after it.
    for (let one = record + recordBytes; one + recordBytes <= bytes.length; one += recordBytes) {
      if (read(one, 'type') !== namedValue || read(one, 'unit') !== read(record, 'unit')) break;
      if (!isText(read(one, 'name'), value)) continue;
      const from = one + places.value;
      bytes.copy(bytes, record + places.value, from, from + valueBytes);
      return true;
    }
  }
  return false;
};
