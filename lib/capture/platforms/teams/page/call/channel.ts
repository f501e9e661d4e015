/** Reads the messages of Teams' data channel `main-channel`: a head in bytes, and JSON after it. Pure. */
import { longestTalk, shortText } from '../../../page/short-text.ts';
import { fieldsOf, jsonIn, objectOf, textOf } from '../../../page/told-json.ts';

/** Heads are a few bytes long, and a byte of theirs may look like the beginning of JSON. */
const longestHead = 64;
const mostRead = 200;

/** What the channel carries that a bot can use. */
export interface ChannelNews {
  /** Numbers of sources, of whoever speaks and spoke before, the newest first. */
  readonly speakers?: readonly string[];
  readonly captions: readonly Recognised[];
  /** The page asks for a picture: by which stream it wants which source; none any more where that is undefined. */
  readonly wishes: readonly { readonly stream: string; readonly source: string | undefined }[];
}

/** What was said, as far as it was recognised. */
export interface Recognised {
  readonly user_id: string;
  /** As the servers call whoever said it, who may be in no list: people told apart by their voices in a room. Empty where untold. */
  readonly name: string;
  readonly text: string;
  readonly is_final: boolean;
  /** In units of 100 ns since 1900; zero where it is not told. */
  readonly sent_at: number;
  readonly duration: number;
}

const afterHead = (bytes: Uint8Array): unknown => {
  const length = Math.min(bytes.length, longestHead);
  for (let at = 0; at < length; at += 1) {
    if (bytes[at] !== 0x5b && bytes[at] !== 0x7b) continue;
    const found = jsonIn(new TextDecoder().decode(bytes.subarray(at)));
    if (found !== undefined) return found;
  }
  return undefined;
};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, mostRead) : []);
const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
/** Sources and streams are numbers, and told as texts here and there. */
export const idOf = (value: unknown): string | undefined =>
  (typeof value === 'number' && Number.isSafeInteger(value)) || (typeof value === 'string' && value !== '')
    ? shortText(String(value))
    : undefined;

const recognisedOf = (value: unknown): Recognised[] => {
  const { userId, displayName, text, isFinal, timestampAudioSent, duration } = fieldsOf(value);
  if (typeof userId !== 'string' || typeof text !== 'string' || text === '') return [];
  const [sent_at, lasted] = [numberOf(timestampAudioSent), numberOf(duration)];
  const who = { user_id: shortText(userId), name: shortText(textOf(displayName).trim()) };
  return [{ ...who, text: shortText(text, longestTalk), is_final: isFinal === true, sent_at, duration: lasted }];
};

const wishOf = (item: unknown): ChannelNews['wishes'] => {
  const { controlInfo } = fieldsOf(objectOf(item)?.controlVideoStreaming);
  const { sourceId, streamMsid } = fieldsOf(controlInfo);
  const [source, stream] = [idOf(sourceId), idOf(streamMsid)];
  return stream === undefined ? [] : [{ stream, source: source === '-1' ? undefined : source }];
};

/** Undefined where nobody can read it. */
export const channelNews = (bytes: Uint8Array): ChannelNews | undefined => {
  const message = afterHead(bytes);
  const items = listOf(message);
  const ofType = (type: string) => items.filter((item) => textOf(objectOf(item)?.type) === type);
  const history = ofType('dsh').map((item) => listOf(objectOf(item)?.history).flatMap((one) => idOf(one) ?? []));
  const last = history.at(-1);
  return message === undefined
    ? undefined
    : {
        ...(last && { speakers: last }),
        captions: listOf(objectOf(message)?.recognitionResults).flatMap(recognisedOf),
        wishes: ofType('sr').flatMap(wishOf),
      };
};
