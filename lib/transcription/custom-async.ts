/** `custom_async`: the server for speech-to-text that the operator of this installation runs. */
import { FormData } from 'undici';
import type { Transcriber, TranscriptionRequest } from '../ports/transcriber.ts';
import { readAnswer, who } from './custom-async-answer.ts';
import { httpTranscriber } from './http-transcriber.ts';

export interface CustomAsyncOptions {
  /**
   * Any address, also a private one and plain http: the operator of the installation names it, and not a client. So it
   * does not pass the guard that clients' addresses do.
   */
  readonly url: string;
  /** For the whole exchange. */
  readonly timeout_ms: number;
}

/** A field of a form is text: what is none is written as JSON. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const formOf = ({ pcm, sample_rate, parameters }: TranscriptionRequest): FormData => {
  const form = new FormData();
  form.append('audio', new Blob([Uint8Array.from(pcm)], { type: 'application/octet-stream' }), 'audio.pcm');
  form.append('sample_rate', String(sample_rate));
  for (const [name, value] of Object.entries(parameters)) form.append(name, textOf(value));
  return form;
};

/** Asks by a form, without credentials. */
export const customAsyncTranscriber = ({ url, timeout_ms }: CustomAsyncOptions): Transcriber =>
  httpTranscriber({ who, timeout_ms, questionOf: (sound) => ({ url, body: formOf(sound) }), read: readAnswer });
