/** Gathers what was captured and reports it in batches, in order, each until it is durable. */
import { randomBytes } from 'node:crypto';
import type { Reported } from '../../domain/captured/captured.ts';
import { sortableId } from '../../domain/ids.ts';
import { inTime } from '../../process/in-time.ts';
import { retry } from '../../process/retry.ts';
import type { SessionLog } from '../meeting/log.ts';
import { type BotLine, type SessionClock, systemSessionClock } from './ports.ts';

type Mutable = { -readonly [K in keyof Reported]-?: NonNullable<Reported[K]>[number][] };

const batchEveryMs = 300;
const mostPerBatch = 100;
const mostWaiting = 20_000;
const patience = { first_ms: batchEveryMs, longest_ms: 5_000 };

const empty = (): Mutable => ({
  utterances: [],
  participant_events: [],
  chat_messages: [],
  identities: [],
});
const size = ({ utterances, participant_events, chat_messages, identities = [] }: Reported): number =>
  utterances.length + participant_events.length + chat_messages.length + identities.length;

/** Whether nobody waits for any of it: who speaks is written down with its moments, and told in time by the sound. */
const isPatient = ({ utterances, participant_events, chat_messages }: Reported): boolean =>
  utterances.length + chat_messages.length === 0 &&
  participant_events.every(({ event_type }) => event_type === 'speech_start' || event_type === 'speech_stop');

export interface ReportBuffer extends AsyncDisposable {
  add(entries: Partial<Reported>): void;
  /** Whether everything ever added is durable, or could be made so before the deadline. From now on nothing waits for more to come. */
  flush(timeout_ms: number): Promise<boolean>;
}

/**
 * One batch is on its way at a time, at most every 300 ms; a batch that fails is repeated with the same id. What comes
 * while there is no memory left for it is dropped, which is logged once. Beginnings and ends of speech wait for up to
 * `speech_events_ms` to go with something else, each batch being paid for.
 */
export const createReportBuffer = (
  line: Pick<BotLine, 'captured'>,
  log: SessionLog = () => undefined,
  { pause, now_ms }: SessionClock = systemSessionClock,
  speech_events_ms = 0,
): ReportBuffer => {
  const closed = new AbortController();
  const ending = new AbortController();
  let waiting = empty();
  let sending: Promise<void> | undefined;
  /** Aborted when something waits that is to go at once. */
  let hurry = new AbortController();
  let hasDropped = false;

  const takeBatch = (): Reported => {
    let left = mostPerBatch;
    const take = <T>(from: T[]): T[] => {
      const taken = from.splice(0, left);
      left -= taken.length;
      return taken;
    };
    return {
      utterances: take(waiting.utterances),
      participant_events: take(waiting.participant_events),
      chat_messages: take(waiting.chat_messages),
      ...(waiting.identities.length > 0 && { identities: take(waiting.identities) }),
    };
  };

  /** Ends without having delivered it only when the buffer is closed. */
  const deliver = (id: string, batch: Reported): Promise<void> =>
    retry(() => line.captured(id, batch), { ...patience, signal: closed.signal, pause }).catch(() => undefined);

  const send = async (): Promise<void> => {
    while (size(waiting) > 0 && !closed.signal.aborted) {
      if (speech_events_ms > 0) await pause(speech_events_ms, AbortSignal.any([hurry.signal, ending.signal]));
      const batch = takeBatch();
      if (size(waiting) === 0) hurry = new AbortController();
      await deliver(sortableId(new Date(now_ms()), randomBytes(10)), batch);
      await pause(batchEveryMs, ending.signal);
    }
    sending = undefined;
  };

  const sent = async (): Promise<void> => {
    while (sending) await sending;
  };

  return {
    add(entries) {
      const all = { ...empty(), ...entries };
      if (size(all) === 0) return;
      if (size(waiting) + size(all) > mostWaiting) {
        if (!hasDropped) log('there is no memory left for what cannot be reported: the newest of it is dropped');
        hasDropped = true;
        return;
      }
      waiting = {
        utterances: [...waiting.utterances, ...all.utterances],
        participant_events: [...waiting.participant_events, ...all.participant_events],
        chat_messages: [...waiting.chat_messages, ...all.chat_messages],
        identities: [...waiting.identities, ...all.identities],
      };
      if (!isPatient(all)) hurry.abort();
      if (!closed.signal.aborted) sending ??= send();
    },
    async flush(timeout_ms) {
      ending.abort();
      await inTime(sent(), timeout_ms, pause);
      return size(waiting) === 0 && sending === undefined && !hasDropped;
    },
    async [Symbol.asyncDispose]() {
      ending.abort();
      closed.abort();
      if (sending) await inTime(sending, batchEveryMs, pause);
    },
  };
};
