/** How hosted providers say no: what it means for a piece of speech, and for whoever reads its transcript. */
import type { Trouble } from '../domain/transcription/speech.ts';
import { type HttpAnswer, patienceOf } from './http-transcriber.ts';

/** What a provider said beside a status that is none of success. */
export interface Refusal {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly request_id?: string | undefined;
}

interface Meaning {
  readonly status: Trouble['status'];
  readonly advice: string;
}

/** The words for it that clients' programs can rely on, whoever the provider is. docs/transcription.md lists them. */
const meanings = {
  credentials_invalid: { status: 'refused', advice: 'it does not take the key of this project: enter another one' },
  quota_exhausted: { status: 'refused', advice: "the credit of this project's account there is used up" },
  not_permitted: { status: 'refused', advice: "this project's account there may not do that" },
  model_not_available: { status: 'refused', advice: 'it does not have this model: choose another one' },
  request_refused: { status: 'refused', advice: 'it does not take the settings of this bot, or its sound' },
  rate_limit_exceeded: { status: 'unavailable', advice: 'it was asked for more than it allows this project at a time' },
  provider_unavailable: { status: 'unavailable', advice: 'it is in trouble itself' },
} as const satisfies Record<string, Meaning>;
export type RefusalCode = keyof typeof meanings;

const byStatus: Readonly<Record<number, RefusalCode>> = {
  401: 'credentials_invalid',
  402: 'quota_exhausted',
  403: 'not_permitted',
  408: 'provider_unavailable',
  409: 'provider_unavailable',
  425: 'provider_unavailable',
  429: 'rate_limit_exceeded',
};
const codeOfStatus = (status: number): RefusalCode =>
  byStatus[status] ?? (status >= 500 ? 'provider_unavailable' : 'request_refused');

const mostQuoted = 300;
const sharedWithKey = 6;

/** Whether a word may be a part of the key, or what is left of one behind asterisks. */
const isOfKey = (word: string, key: string): boolean =>
  word.includes('***') ||
  Array.from({ length: Math.max(0, key.length - sharedWithKey + 1) }, (_, at) =>
    key.slice(at, at + sharedWithKey),
  ).some((part) => word.includes(part));

/** A sentence of theirs, short and without anything of the key: some providers repeat its ends. */
const quoted = (message: string, key: string): string =>
  message
    .split(/\s+/)
    .map((word) => (isOfKey(word, key) ? '…' : word))
    .join(' ')
    .slice(0, mostQuoted);

/** A word of theirs as it may be shown and logged, likewise. */
const plain = (word: string, key: string): string =>
  quoted(word, key)
    .replaceAll(/[^\w.-]+/g, '_')
    .slice(0, 64);

export interface Refused {
  readonly maker: string;
  readonly answer: HttpAnswer;
  readonly refusal: Refusal;
  readonly key: string;
  /** What it means, where its status alone does not say it. */
  readonly code?: RefusalCode | undefined;
}

/** What becomes of a piece of speech whose provider answered with a status that is none of success. */
export const troubleOf = ({ maker, answer, refusal, key, code }: Refused): Trouble => {
  const error_code = code ?? codeOfStatus(answer.status);
  const { status, advice } = meanings[error_code];
  // Of a key that is not taken nothing is passed on, in whatever words it is told.
  const said = error_code === 'credentials_invalid' ? undefined : refusal.message;
  const parts = [
    `${maker} answered ${answer.status}`,
    refusal.code && ` ${plain(refusal.code, key)}`,
    said && ` ("${quoted(said, key)}")`,
    `: ${advice}`,
    refusal.request_id && `; its request id is ${plain(refusal.request_id, key)}`,
  ];
  return {
    status,
    error_code,
    error_message: parts.filter(Boolean).join(''),
    ...(status === 'unavailable' && patienceOf(answer)),
  };
};
