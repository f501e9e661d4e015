import { ElementMissingError } from '../../../lib/capture/meeting/errors.ts';
import type { Meeting } from '../../../lib/capture/meeting/meeting.ts';
import { retry } from '../../../lib/process/retry.ts';
import { until } from '../until.ts';

/** A press that a page has not taken within this is made again, as sessions do (lib/capture/session/join.ts). */
const notTakenForMs = 10_000;

/**
 * Fills in the form that a meeting shows and asks to be let in, until the page has gone on, as a session does: a busy machine
 * draws a page in part first, has it lack something for a while, or loses a press on it. Answers how often the bot has asked.
 */
export const askIn = async (meeting: Meeting, name = 'Notes'): Promise<number> => {
  let asked = 0;
  const ask = async (): Promise<void> => {
    // A press that is told to be missed may have been taken late.
    if (asked > 0 && (await meeting.look()).phase !== 'pre_join') return;
    asked += 1;
    await meeting.prepare(name);
    await meeting.join();
  };
  const isPassing = (error: unknown): boolean => error instanceof ElementMissingError;
  let asked_ms = Number.NEGATIVE_INFINITY;
  const look = async () => {
    if (performance.now() - asked_ms > notTakenForMs) {
      await retry(ask, { first_ms: 500, most_tries: 3, isPassing });
      asked_ms = performance.now();
    }
    return meeting.look();
  };
  await until(look, ({ phase }) => phase !== 'pre_join');
  return asked;
};

/** Loads a meeting's page and comes to its form, and asks there. */
export const loadAndAskIn = async (meeting: Meeting, name?: string): Promise<number> => {
  await meeting.load();
  await until(
    () => meeting.look(),
    ({ phase }) => phase === 'pre_join',
  );
  return askIn(meeting, name);
};
