/**
 * stt_a, that is Deepgram's service for recorded sound (https://developers.deepgram.com/reference/speech-to-text/listen-pre-recorded):
 * a strict double. Where it refuses more than the service does, the reason is that a client then shows its mistake.
 */
import { type Clock, systemClock } from '../../../lib/ports/clock.ts';
import type { QuirkTable } from '../quirks.ts';
import { type Hearing, hearing } from '../sound/heard.ts';
import { readWav, type Sound, WavError } from '../sound/wav.ts';
import { type Answer, type Asked, aWebServer, type WebServer } from '../web.ts';
import { transcribed } from './answers.ts';
import { badRequest, failures, invalidAuth } from './errors.ts';
import { readQuery } from './query.ts';

/** Where nobody outside knows what the service does. The suites run with each of them on. */
export interface SttAQuirks {
  /** The plan says that entities are redacted in English only; the service may refuse or ignore other languages. */
  readonly redactOnlyInEnglish?: boolean;
  /** `Retry-After` is not documented for a 429; something before the service may send one, in seconds. */
  readonly retryAfter_s?: number;
}

/** For eachQuirk: the other position of each switch. */
export const sttAQuirks: QuirkTable<SttAQuirks> = {
  'only English is redacted': { redactOnlyInEnglish: true },
  'a limit says how long to wait': { retryAfter_s: 7 },
};

export interface SttAOptions {
  readonly keys?: readonly string[];
  readonly hear?: Hearing;
  readonly clock?: Clock;
  /** How many requests a project may have under way: 100 in production, https://developers.deepgram.com/reference/api-rate-limits */
  readonly mostAtOnce?: number;
  readonly quirks?: SttAQuirks;
}

export interface SttA extends WebServer {
  /** What came in and was understood, in the order of coming. */
  readonly sounds: readonly Sound[];
}

const refuses = (asked: Asked, keys: readonly string[]): Answer | undefined => {
  if (asked.method !== 'POST') return { status: 405 };
  if (asked.path !== '/v1/listen') return { status: 404 };
  // https://developers.deepgram.com/guides/fundamentals/authenticating: Token for keys, Bearer for short-lived tokens only.
  const [, key] = /^Token (\S+)$/.exec(asked.headers.authorization ?? '') ?? [];
  if (key === undefined || !keys.includes(key)) return invalidAuth();
  const type = asked.headers['content-type'] ?? '';
  if (type === 'application/json') {
    return badRequest('Content-type was application/json, but we could not process the JSON payload.');
  }
  // The maker's own client names no kind of sound; others are to say what they send.
  if (!/^(audio\/(wav|wave|x-wav)|application\/octet-stream)$/.test(type)) {
    return badRequest(`Bad Request: failed to process audio: corrupt or unsupported data`);
  }
  return undefined;
};

/** The service on this machine. */
export const aSttA = async ({
  keys = ['key-of-stt-a'],
  hear = hearing('Good morning.'),
  clock = systemClock,
  mostAtOnce = 100,
  quirks = {},
}: SttAOptions = {}): Promise<SttA> => {
  const sounds: Sound[] = [];
  let underWay = 0;

  const transcribe = async (asked: Asked): Promise<Answer> => {
    const refusal = refuses(asked, keys);
    if (refusal) return refusal;
    const query = readQuery(asked.query);
    if ('status' in query) return query;
    if (quirks.redactOnlyInEnglish && query.redact.length > 0 && !query.language.startsWith('en')) {
      return badRequest('Bad Request: redact is only available for English.');
    }
    try {
      const sound = readWav(asked.body);
      sounds.push(sound);
      return transcribed(query, asked.body, sound, await hear(sound), clock.now());
    } catch (error) {
      if (!(error instanceof WavError)) throw error;
      return badRequest('Bad Request: failed to process audio: corrupt or unsupported data');
    }
  };

  const server = await aWebServer(async (asked) => {
    if (underWay >= mostAtOnce) {
      const { retryAfter_s } = quirks;
      const answer = failures.tooManyRequests();
      if (retryAfter_s === undefined) return answer;
      return { ...answer, headers: { ...answer.headers, 'retry-after': String(retryAfter_s) } };
    }
    underWay += 1;
    try {
      return await transcribe(asked);
    } finally {
      underWay -= 1;
    }
  });
  return { ...server, sounds };
};
