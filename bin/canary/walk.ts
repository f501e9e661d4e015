/** Goes through a meeting step by step with somebody who does what is asked, and keeps and judges the page at each. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ElementMissingError } from '../../lib/capture/meeting/errors.ts';
import { finalPhases } from '../../lib/capture/meeting/final-phases.ts';
import type { Meeting } from '../../lib/capture/meeting/meeting.ts';
import type { MeetingPhase, MeetingView } from '../../lib/capture/meeting/view.ts';
import type { SignTable } from '../../lib/capture/platforms/judging/sign-table.ts';
import { withoutQueries } from '../../lib/domain/without-queries.ts';
import { retry } from '../../lib/process/retry.ts';
import { readEntries } from '../judge/entry.ts';
import { keepEvidence } from './evidence.ts';
import { type Review, reviewOf } from './review.ts';
import { type Step, steps } from './steps.ts';

const lookEveryMs = 250;

export interface Walk {
  readonly meeting: Meeting;
  readonly table: SignTable;
  readonly bot_name: string;
  /** Which steps, by name; absent: all that the platform knows. */
  readonly only?: readonly string[] | undefined;
  /** For how long each step is waited for, once the bot has done its part. */
  readonly step_ms: number;
  /** Where what was seen is kept: a folder for each step, in the form of an entry of the corpus. */
  readonly folder: string;
  readonly tell: (line: string) => void;
}

/**
 * By what a look first told that somebody speaks: who does, by the meeting's own word (`speech`) or its captions, or only that
 * somebody does (`sound`).
 */
export interface Speaker {
  readonly by: 'speech' | 'captions' | 'sound';
  readonly seconds: number;
}

export interface Walked extends Review {
  readonly step: string;
  /** Whether what was asked for was seen in time. */
  readonly done: boolean;
  readonly seconds: number;
  /** What the bot itself took the page for. */
  readonly told: { readonly phase: MeetingPhase; readonly page_state: string | null } | null;
  /** Of the steps in which somebody is to speak. */
  readonly speaker: Speaker | null;
  readonly error: string | null;
}

interface Seen {
  readonly view: MeetingView | undefined;
  /** The entries of the table that held when the step was seen to be done. */
  readonly held: readonly string[];
  readonly speaker: Speaker | null;
  readonly done: boolean;
  readonly error: string | null;
}

const secondsSince = (began_ms: number): number => Math.round((performance.now() - began_ms) / 100) / 10;

/** Where what was seen at a step is kept. */
export const folderOf = (number: number, step: string): string => `${String(number).padStart(2, '0')}-${step}`;

/** Browsers name whole addresses, with the passcode of the link in them. */
const messageOf = (error: unknown): string =>
  withoutQueries(error instanceof Error ? `${error.name}: ${error.message}` : `${error}`);

/**
 * Does what the bot does first: again, as sessions do, where a busy machine's page lacked something and nothing came of it. What
 * has come of it is looked on at.
 */
const act = ({ meeting, bot_name, tell }: Walk, step: Step): Promise<void> => {
  const isPassing = (error: unknown): boolean => error instanceof ElementMissingError;
  const once = async (): Promise<void> => {
    try {
      await step.act?.(meeting, bot_name);
    } catch (error) {
      const view = isPassing(error) ? await meeting.look().catch(() => undefined) : undefined;
      const hasCome = view && (step.isDone(view) || step.again_at?.includes(view.phase) === false);
      if (!hasCome) throw error;
      tell(`   ${messageOf(error)}`);
    }
  };
  return retry(once, { first_ms: 500, most_tries: 3, isPassing });
};

const speakerIn = ({ speech, captions, last_sound_ms }: MeetingView): Speaker['by'] | undefined => {
  if (speech.length > 0) return 'speech';
  if (captions.length > 0) return 'captions';
  return last_sound_ms === null ? undefined : 'sound';
};

/** What a view tells that was not so before. */
const newsOf = (view: MeetingView, before: MeetingView | undefined): MeetingView => {
  if (!before) return view;
  const told = new Map(before.captions.map(({ id, text }) => [id, text]));
  return {
    ...view,
    captions: view.captions.filter(({ id, text }) => told.get(id) !== text),
    last_sound_ms: view.last_sound_ms === before.last_sound_ms ? null : view.last_sound_ms,
  };
};

/**
 * Looks until the step is done at two looks in a row, its time is over, or something else has ended the visit. Where somebody is
 * to speak, that is by what was not there before.
 */
const carryOut = async (walk: Walk, step: Step, before: MeetingView | undefined): Promise<Seen> => {
  const { meeting, step_ms } = walk;
  const began_ms = performance.now();
  const held = new Set<string>();
  let view: MeetingView | undefined;
  let unanswered: unknown;
  let times = 0;
  let ends = 0;
  let speaker: Speaker | null = null;
  const come = (done: boolean, error: string | null): Seen => ({ view, held: [...held], speaker, done, error });
  try {
    await act(walk, step);
    const until_ms = performance.now() + step_ms;
    while (performance.now() < until_ms) {
      const shown = await meeting.look().catch((error: unknown) => {
        // A page that is slow to answer is looked at again.
        if (meeting.isLost) throw error;
        unanswered = error;
      });
      if (shown) {
        [view, unanswered] = [shown, undefined];
        const news = step.isSpoken ? newsOf(shown, before) : shown;
        const by = step.isSpoken ? speakerIn(news) : undefined;
        if (by) speaker ??= { by, seconds: secondsSince(began_ms) };
        const isDone = step.isDone(news);
        times = isDone ? times + 1 : 0;
        ends = finalPhases[shown.phase] && !step.phases.includes(shown.phase) ? ends + 1 : 0;
        for (const { entry } of (isDone && shown.page?.evidence) || []) held.add(entry);
        // Speech is told at one look only.
        if (times >= 2 || (times === 1 && shown.speech.length > 0)) return come(true, null);
        if (ends >= 2) return come(false, `the bot is out: ${shown.phase}`);
      }
      await delay(lookEveryMs);
    }
    return come(false, unanswered ? messageOf(unanswered) : null);
  } catch (error) {
    return come(false, messageOf(error));
  }
};

const keep = async ({ meeting, folder }: Walk, name: string): Promise<string> => {
  const into = join(folder, name);
  keepEvidence(await meeting.evidence(), into);
  return into;
};

const lost: Review = { phase: 'unknown', page_state: null, held: [], missed: [] };

const review = async (walk: Walk, step: Step, name: string, held: readonly string[]): Promise<Review> => {
  const [entry] = readEntries(await keep(walk, name));
  if (!entry || entry instanceof Error) throw entry ?? new Error('no page was kept');
  return reviewOf(entry, walk.table, step.phases, held);
};

/** A page that did not come says nothing of the table. */
const isUnloaded = (step: Step, { view, error }: Seen): boolean =>
  step.name === 'open' && view === undefined && error !== null;

const take = async (walk: Walk, step: Step, number: number): Promise<Walked> => {
  const { meeting, tell, bot_name } = walk;
  const before = step.isSpoken ? await meeting.look().catch(() => undefined) : undefined;
  tell(`${number}. ${step.ask(bot_name)}`);
  const began_ms = performance.now();
  const seen = await carryOut(walk, step, before);
  const { view, held, speaker, done, error } = seen;
  const seconds = secondsSince(began_ms);
  const told = view ? { phase: view.phase, page_state: view.page?.page_state ?? null } : null;
  const folder = folderOf(number, step.name);
  const noPage = isUnloaded(step, seen);
  const base = { step: step.name, done, seconds, told, speaker };
  const reviewing = noPage ? keep(walk, folder).then(() => lost) : review(walk, step, folder, held);
  const walked = await reviewing.then(
    (reviewed): Walked => ({ ...base, error, ...reviewed }),
    (cause: unknown): Walked => ({ ...base, error: error ?? messageOf(cause), ...lost }),
  );
  const unnamed = noPage ? 'the page did not load' : 'a page that no row of the table recognises';
  const state = walked.page_state ?? unnamed;
  tell(`   ${done ? 'seen' : 'NOT SEEN'} after ${seconds} s: ${state}`);
  if (speaker) tell(`   first told that somebody speaks by ${speaker.by}, after ${speaker.seconds} s`);
  if (walked.held.length > 0) tell(`   held: ${walked.held.join(', ')}`);
  if (walked.error) tell(`   ${walked.error}`);
  if (walked.missed.length > 0) tell(`   did not hold: ${walked.missed.join(', ')}`);
  return walked;
};

/** Whether a step went as it should: it was seen, and the table knows the page for what it is. */
export const isRight = ({ done, phase, step }: Walked): boolean =>
  done && steps.some(({ name, phases }) => name === step && phases.includes(phase));

/** Ends early where the bot does not get in, or is out. */
export const walkThrough = async (walk: Walk): Promise<Walked[]> => {
  const { meeting, only } = walk;
  const walked: Walked[] = [];
  let isOut = false;
  for (const step of steps) {
    const isWanted = step.name === 'open' || step.name === 'admit' || (only?.includes(step.name) ?? true);
    if (!isWanted || step.isFor?.(meeting.capabilities) === false) continue;
    const one = await take(walk, step, walked.length + 1);
    walked.push(one);
    const isIn = one.told?.phase === 'in_meeting';
    isOut = step.name === 'remove' && one.done;
    if (isOut || meeting.isLost || (step.name === 'open' && !one.done) || (step.name !== 'open' && !isIn)) break;
  }
  if (!isOut && !meeting.isLost) await meeting.leave().catch(() => undefined);
  return walked;
};
