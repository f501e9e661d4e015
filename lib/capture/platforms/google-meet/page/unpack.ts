/** Unpacks what Google Meet sends over its channels. Runs in the page. */
import { inflate, joined } from '../../page/inflate.ts';

/** The largest of a meeting with hundreds of people take a third of it. */
const mostBytes = 1024 * 1024;
/** What is packed well takes far more time to read than to send. */
const mostPerSecond = 2 * mostBytes;

/** How bytes are packed, by what they begin with (RFC 1952, RFC 1950). */
const packingOf = (bytes: Uint8Array): 'gzip' | 'deflate' | undefined => {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip';
  return bytes[0] === 0x78 && (256 * 0x78 + (bytes[1] ?? 0)) % 31 === 0 ? 'deflate' : undefined;
};

/** Three public readers skip so much before a gzip, of whatever channel: none says what it is. */
const headBytes = 3;

/**
 * Answers with what a message holds; undefined where that cannot be read, or more came than is read in a second. A message
 * that was sent in two parts is read with the second.
 */
export const createUnpacker = (now: () => number = () => performance.now()) => {
  let second_ms = Number.NEGATIVE_INFINITY;
  let spent = 0;
  /** What began as a message and could not be read. */
  let begun: Uint8Array | undefined;

  const allowance = (): number => {
    if (now() - second_ms >= 1_000) [second_ms, spent] = [now(), 0];
    return Math.min(mostBytes, mostPerSecond - spent);
  };

  const unpack = async (bytes: Uint8Array, packing: CompressionFormat): Promise<Uint8Array | undefined> => {
    const most = allowance();
    if (most <= 0) return undefined;
    const found = await inflate([bytes], packing, most);
    spent += found.bytes.length;
    return found.end === 'whole' ? found.bytes : undefined;
  };

  return async (bytes: Uint8Array): Promise<Uint8Array | undefined> => {
    const packing = packingOf(bytes);
    if (packing) {
      const whole = await unpack(bytes, packing);
      begun = whole ? undefined : bytes;
      return whole;
    }
    const head = begun;
    begun = undefined;
    const headPacking = head && packingOf(head);
    if (head && headPacking && head.length + bytes.length <= mostBytes) {
      const whole = await unpack(joined([head, bytes]), headPacking);
      if (whole) return whole;
    }
    const body = bytes.subarray(headBytes);
    const inner = packingOf(body) === 'gzip' ? await unpack(body, 'gzip') : undefined;
    if (inner) return inner;
    if (bytes.length > allowance()) return undefined;
    spent += bytes.length;
    return bytes;
  };
};
