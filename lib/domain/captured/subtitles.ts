/** Cuts what somebody said into pieces that can be read while they are heard. Pure. */
import type { Utterance } from './captured.ts';

/** Two lines of the usual length. */
const mostLetters = 84;
const longestMs = 7_000;
/** A piece that long ends with its sentence. */
const longEnough = 42;
const endsSentence = /[.?!…。？！]["'”’»)]*$/u;

interface Token {
  readonly text: string;
  /** Whether a blank is before it. */
  readonly isApart: boolean;
  /** From the start of the utterance. */
  readonly from_ms: number;
  readonly to_ms: number;
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Where there are no blanks for long, it is cut between words as the language has them. */
const shorter = (token: string): readonly string[] => {
  if (token.length <= mostLetters) return [token];
  const pieces: string[] = [];
  let piece = '';
  for (const { segment } of words.segment(token)) {
    if (piece !== '' && piece.length + segment.length > longEnough) {
      pieces.push(piece);
      piece = '';
    }
    piece += segment;
  }
  return [...pieces, piece];
};

/** Timed by its words where each of them is, else each letter takes as long as any other. */
const tokensOf = ({ duration_ms, transcription: { transcript, words: timed = [] } }: Utterance): readonly Token[] => {
  const apart = transcript.split(/\s+/).filter((token) => token !== '');
  const all = apart.flatMap((token) => shorter(token).map((text, at) => ({ text, isApart: at === 0 })));
  const letters = all.reduce((sum, { text }) => sum + text.length, 0);
  let before = 0;
  return all.map(({ text, isApart }, at) => {
    const [from, to] = [before, before + text.length].map((count) => (count / letters) * duration_ms);
    before += text.length;
    const word = timed.length === all.length ? timed[at] : undefined;
    return {
      text,
      isApart,
      from_ms: word ? word.start * 1000 : (from ?? 0),
      to_ms: word ? word.end * 1000 : (to ?? 0),
    };
  });
};

const textOf = (tokens: readonly Token[]): string =>
  tokens.reduce((text, { isApart, text: more }) => `${text}${isApart && text !== '' ? ' ' : ''}${more}`, '');

const fits = (tokens: readonly Token[], next: Token): boolean => {
  const text = textOf(tokens);
  if (text.length >= longEnough && endsSentence.test(text)) return false;
  return text.length + 1 + next.text.length <= mostLetters && next.to_ms - (tokens[0]?.from_ms ?? 0) <= longestMs;
};

/** The pieces in order, each as if it had been said by itself; what is short is left as it is. */
export const readablePieces = (said: Utterance): readonly Utterance[] => {
  const { timestamp_ms, duration_ms, transcription } = said;
  const isShort = transcription.transcript.length <= mostLetters && duration_ms <= longestMs;
  if (isShort || duration_ms === 0) return [said];
  const pieces: Token[][] = [];
  for (const token of tokensOf(said)) {
    const last = pieces.at(-1);
    if (last && fits(last, token)) last.push(token);
    else pieces.push([token]);
  }
  if (pieces.length < 2) return [said];
  return pieces.map((tokens) => {
    const from_ms = Math.round(tokens[0]?.from_ms ?? 0);
    const to_ms = Math.round(tokens.at(-1)?.to_ms ?? 0);
    return {
      ...said,
      timestamp_ms: timestamp_ms + from_ms,
      duration_ms: to_ms - from_ms,
      transcription: { transcript: textOf(tokens) },
    };
  });
};
