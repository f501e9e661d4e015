import { describe, expect, it } from 'vitest';
import { setDefault } from '../../../../lib/capture/media/encoding/libav-defaults.ts';

const kinds = { number: 2, named: 11 } as const;

interface Option {
  readonly name: string;
  readonly kind: keyof typeof kinds;
  readonly value: number;
  readonly unit: string;
}

const coder = { kind: 'number', unit: 'coder' } as const;
const coders = { kind: 'named', unit: 'coder' } as const;
const options: readonly Option[] = [
  { ...coder, name: 'aac_coder', value: 0 },
  { ...coders, name: 'twoloop', value: 0 },
  { ...coders, name: 'fast', value: 1 },
  { kind: 'number', name: 'aac_ms', value: -1, unit: '' },
  { ...coders, name: 'exact', value: 2 },
];

const recordsAt = 4_096;
const recordBytes = 48;

/** A memory with these options, as a compiler lays them out. */
const aMemory = (of: readonly Option[]): WebAssembly.Memory => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const bytes = Buffer.from(memory.buffer);
  const texts = new Map<string, number>();
  const textAt = (text: string): number => {
    const at = texts.get(text) ?? 16 + texts.size * 32;
    texts.set(text, at);
    bytes.write(`${text}\0`, at, 'latin1');
    return at;
  };
  for (const [n, { name, kind, value, unit }] of of.entries()) {
    const at = recordsAt + n * recordBytes;
    bytes.writeInt32LE(textAt(name), at);
    bytes.writeInt32LE(kinds[kind], at + 12);
    bytes.writeBigInt64LE(BigInt(value), at + 16);
    bytes.writeInt32LE(unit === '' ? 0 : textAt(unit), at + 44);
  }
  return memory;
};

const valuesIn = ({ buffer }: WebAssembly.Memory): number[] =>
  options.map((_, n) => Number(Buffer.from(buffer).readBigInt64LE(recordsAt + n * recordBytes + 16)));

describe('the default of an option of libav', () => {
  it('becomes the value that is named, and nothing else changes', () => {
    const memory = aMemory(options);
    expect(setDefault(memory, 'aac_coder', 'fast')).toBe(true);
    expect(valuesIn(memory)).toEqual([1, 0, 1, -1, 2]);
  });

  it.each([
    ['there is no such option', 'aac_speed', 'fast'],
    ['it has no such value', 'aac_coder', 'slow'],
    ['the value belongs to another option', 'aac_coder', 'exact'],
    ['what is named is no option but a value', 'fast', 'twoloop'],
  ])('stays as it is where %s', (_, option, value) => {
    const memory = aMemory(options);
    expect(setDefault(memory, option, value)).toBe(false);
    expect(valuesIn(memory)).toEqual([0, 0, 1, -1, 2]);
  });

  it('is left alone in a memory that is not libav’s', () => {
    expect(setDefault(new WebAssembly.Memory({ initial: 1 }), 'aac_coder', 'fast')).toBe(false);
  });
});
