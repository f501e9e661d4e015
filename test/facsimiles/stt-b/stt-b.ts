/**
 * stt_b, that is OpenAI's service for files of sound
 * (https://developers.openai.com/api/reference/resources/audio/subresources/transcriptions/methods/create): a strict double.
 * Where it refuses more than the service does, the reason is that a client then shows its mistake.
 */
import { type Clock, systemClock } from '../../../lib/ports/clock.ts';
import { type Hearing, hearing } from '../sound/heard.ts';
import { readWav, type Sound, WavError } from '../sound/wav.ts';
import { type Answer, type Asked, aWebServer, type WebServer } from '../web.ts';
import { transcribed } from './answers.ts';
import { failures, invalid, keyMissing, keyWrong, tooLarge } from './errors.ts';
import { type Form, readForm } from './form.ts';

// https://developers.openai.com/api/docs/guides/speech-to-text: 25 MB
const mostBytes = 26_214_400;
// https://github.com/AlizerUncaged/desktop-waifu/issues/253
const shortestSeconds = 0.1;

export interface SttBOptions {
  readonly keys?: readonly string[];
  readonly hear?: Hearing;
  readonly clock?: Clock;
  /** How many requests a minute the project may send; the minute begins with the first. Without it there is no limit. */
  readonly requestsPerMinute?: number;
}

/** One request that was understood. */
export interface Understood extends Pick<Form, 'name' | 'format' | 'prompt' | 'language'> {
  readonly sound: Sound;
}

export interface SttB extends WebServer {
  readonly understood: readonly Understood[];
}

const refuses = (asked: Asked, keys: readonly string[]): Answer | undefined => {
  if (asked.path !== '/v1/audio/transcriptions') return { status: 404 };
  if (asked.method !== 'POST') return { status: 405 };
  const [, key] = /^Bearer (\S+)$/.exec(asked.headers.authorization ?? '') ?? [];
  if (key === undefined) return keyMissing();
  if (!keys.includes(key)) return keyWrong(key);
  if (asked.body.length > mostBytes) return tooLarge(mostBytes, asked.body.length);
  return undefined;
};

const tooShortOrLong = (sound: Sound, { model }: Form): Answer | undefined => {
  if (sound.seconds < shortestSeconds) {
    const message = `Audio file is too short. Minimum audio length is ${shortestSeconds} seconds.`;
    return invalid(message, 'file', 'audio_too_short');
  }
  if (sound.seconds > model.longest_s) {
    const message = `audio duration ${sound.seconds} seconds is longer than ${model.longest_s} seconds which is the maximum for this model`;
    return invalid(message, undefined, 'invalid_value');
  }
  return undefined;
};

/** The service on this machine. Its base address, as the maker's client has it, is `url` and `/v1`. */
export const aSttB = async ({
  keys = ['key-of-stt-b'],
  hear = hearing('Good morning.'),
  clock = systemClock,
  requestsPerMinute = Number.POSITIVE_INFINITY,
}: SttBOptions = {}): Promise<SttB> => {
  const understood: Understood[] = [];
  let minute = { endsAt: 0, requests: 0 };

  const limited = (): Answer | undefined => {
    const now = clock.now().getTime();
    if (now >= minute.endsAt) minute = { endsAt: now + 60_000, requests: 0 };
    minute.requests += 1;
    if (minute.requests <= requestsPerMinute) return undefined;
    return failures.rateLimited(Math.ceil((minute.endsAt - now) / 1000));
  };

  const server = await aWebServer(async (asked) => {
    const refusal = refuses(asked, keys) ?? limited();
    if (refusal) return refusal;
    const form = await readForm(asked, clock.now());
    if ('status' in form) return form;
    try {
      const sound = readWav(new Uint8Array(await form.file.arrayBuffer()));
      const length = tooShortOrLong(sound, form);
      if (length) return length;
      const { name, format, prompt, language } = form;
      understood.push({ name, format, prompt, language, sound });
      return transcribed(form, sound, await hear(sound));
    } catch (error) {
      if (!(error instanceof WavError)) throw error;
      return invalid('Audio file might be corrupted or unsupported', 'file', 'invalid_value');
    }
  });
  return { ...server, understood };
};
