/** How a platform is asked: patiently within a run, and each request counted. */
import { syncFailures } from '../domain/calendar/sync-failures.ts';
import {
  AnswerTooLargeError,
  type AskJson,
  type JsonAnswer,
  type JsonQuestion,
  NoAnswerError,
} from '../net/ask-json.ts';
import { plainWord } from '../net/plain-word.ts';
import { patienceAskedBy } from '../oauth/token-endpoint.ts';
import { type Asking, PlatformError, type PlatformTrouble } from '../ports/calendar-platform.ts';
import type { Clock } from '../ports/clock.ts';
import type { Pause } from '../process/pause.ts';
import { retry } from '../process/retry.ts';

export interface AskingPorts extends Asking {
  readonly ask: AskJson;
  readonly clock: Clock;
  readonly pause: Pause;
  /** A number in [0, 1). */
  readonly chance: () => number;
}

/** What is wrong with an answer; the word is the platform's own. */
export type Troubles = (answer: JsonAnswer) => { readonly trouble: PlatformTrouble; readonly word: string };

/** A platform that asks for more patience is asked again by another run. */
const mostPatienceSeconds = 20;
/**
 * At each page a run has its calendar for itself for 70 seconds at least (a lease of 90, which is made longer each 20), and
 * a try may wait 30 for its answer to begin: none is made later than this.
 */
const mostRepeatedMs = 40_000;
const pauses = { first_ms: 2_000, jitter: 1, for_ms: mostRepeatedMs };
const askedPause = (error: unknown): number | undefined => {
  const asked = error instanceof PlatformError ? error.retry_after_seconds : undefined;
  return asked === undefined ? undefined : asked * 1000;
};
/** The platform does not answer, or is at fault, and does not say for how long. */
export const isAtFault = (error: unknown): boolean =>
  error instanceof PlatformError && error.trouble === 'unavailable' && error.retry_after_seconds === undefined;

const triesOf = (trouble: PlatformTrouble): number =>
  syncFailures.isName(trouble) ? syncFailures.row(trouble).tries : 1;

export interface PlatformQuestion extends JsonQuestion {
  /** Whether the same is not to be asked again at once of a platform that is at fault: it was too much, or was done all the same. */
  readonly isAskedOnce?: boolean;
}

/** Asks for something with an access token. @throws PlatformError for every answer that is not a success */
export type AskPlatform = (accessToken: string, question: PlatformQuestion) => Promise<unknown>;

export const askingPlatform = (
  { ask, clock, pause, chance, onRequest, isPatient }: AskingPorts,
  origin: string,
  troubles: Troubles,
): AskPlatform => {
  const askOnce = async (accessToken: string, question: JsonQuestion): Promise<unknown> => {
    // Some addresses come from answers: the token goes nowhere but to the platform.
    if (new URL(question.url).origin !== origin) throw new PlatformError('broken_answer', 'a link leads elsewhere');
    onRequest();
    const headers = { accept: 'application/json', ...question.headers, authorization: `Bearer ${accessToken}` };
    const answer = await ask({ ...question, headers }).catch((error: unknown) => {
      if (error instanceof NoAnswerError) throw new PlatformError('unavailable', error.message, { cause: error });
      if (error instanceof AnswerTooLargeError)
        throw new PlatformError('broken_answer', error.message, { cause: error });
      throw error;
    });
    if (answer.status >= 200 && answer.status < 300) return answer.body;
    const { trouble, word } = troubles(answer);
    const retry_after_seconds = patienceAskedBy(answer, clock.now());
    throw new PlatformError(trouble, `${answer.status} ${plainWord(word)}`, { retry_after_seconds });
  };

  return (accessToken, { isAskedOnce = false, ...question }) => {
    const isPassing = (error: unknown, tries: number): boolean =>
      isPatient &&
      error instanceof PlatformError &&
      tries < triesOf(error.trouble) &&
      !(isAskedOnce && isAtFault(error)) &&
      (error.retry_after_seconds ?? 0) <= mostPatienceSeconds;
    return retry(() => askOnce(accessToken, question), {
      ...pauses,
      ...{ clock, pause, chance, isPassing },
      pauseOf: askedPause,
    });
  };
};

/** What stands for all answers of a status, whatever words come with it. */
export const troubleOfStatus = (status: number): PlatformTrouble => {
  if (status === 401) return 'access_refused';
  if (status === 404) return 'not_found';
  if (status === 410) return 'cursor_dead';
  if (status === 429) return 'throttled';
  if (status === 408 || status >= 500) return 'unavailable';
  return status >= 300 && status < 400 ? 'broken_answer' : 'refused';
};

/** Undefined for what is not there; everything else that goes wrong is thrown. */
export const unlessMissing = async <T>(asked: Promise<T>): Promise<T | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof PlatformError && (error.trouble === 'not_found' || error.trouble === 'cursor_dead'))
      return undefined;
    throw error;
  }
};
