import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'puppeteer-core';
import { closeChromium, launchChromium } from '../../capture/browser/chromium/chromium.ts';
import { bundle } from '../assets.ts';
import type { RoomAddress } from '../rooms.ts';
import type { Perception } from './actor/senses.ts';
import { type ActorTab, createActorTab } from './actor-tab.ts';
import { createCaptioner } from './captioner.ts';
import { patienceMs } from './patience.ts';
import { presentAtStart, roundLength, type Script, type ScriptParticipant } from './script.ts';
import { createStage, type ScriptEvent } from './stage.ts';

export interface ScriptRunOptions {
  readonly base_url: string;
  readonly room: RoomAddress;
  readonly script: Script;
  readonly onEvent?: (event: ScriptEvent) => void;
  /** Told of what is left out, as somebody whom it concerns did not come. */
  readonly onLeftOut?: (why: string) => void;
  /** Does what a cue of the script stands for; nobody ends the meeting before that is done. */
  readonly onCue?: (cue: string) => Promise<void>;
  /** Ends the script, also while its people are still on their way in. */
  readonly signal?: AbortSignal;
  /** Begins a round of the time line, and answers how to wait for a moment of it; by the machine's clock when left out. */
  readonly beginRound?: () => Round;
}

/** Waits until so many milliseconds of a round are over; breaks off when the script ends before. */
export type Round = (at_ms: number, signal: AbortSignal) => Promise<void>;

const beginRoundByClock = (): Round => {
  const startedAt = performance.now();
  return (at_ms, signal) => delay(Math.max(0, startedAt + at_ms - performance.now()), undefined, { signal });
};

export interface ScriptRun extends AsyncDisposable {
  /** Starts the clock of the time line, if the script has not started it by itself. */
  start(): void;
  /**
   * What the scripted person `name` sees and hears of somebody else in the meeting, a bot for example: their pictures at
   * this moment, and their sound for `for_ms` (half a second when left out).
   */
  perceive(name: string, of: string, for_ms?: number): Promise<Perception>;
  /** Everything that happened, once the time line is through, the meeting is over, or `close` was called. */
  readonly done: Promise<ScriptEvent[]>;
  /** Ends the script wherever it is, and its browser. Safe to call twice. */
  close(): Promise<void>;
}

/** Rejects as soon as there is to be an end. */
const stopped = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });

const startedActors = async (options: ScriptRunOptions, browser: Browser): Promise<Map<string, ActorTab>> => {
  const { base_url, room, script } = options;
  const actorCode = await bundle(new URL('./actor/actor.ts', import.meta.url), 'iife');
  const actors = new Map(
    script.participants.map((participant) => {
      const url = new URL(participant.host ? room.host_path : room.room_path, base_url);
      url.searchParams.set('scripted', '');
      return [participant.name, createActorTab({ browser, actorCode, participant, url: url.href })];
    }),
  );
  const [hosts, guests] = [true, false].map((host) =>
    presentAtStart(script).filter((participant) => participant.host === host),
  );
  const enter = async ({ name }: ScriptParticipant): Promise<void> => {
    await actors.get(name)?.enter(async () => actors.get(hosts?.[0]?.name ?? '')?.admitNamed(name));
  };
  for (const host of hosts ?? []) await enter(host);
  await Promise.all((guests ?? []).map(enter));
  return actors;
};

/**
 * Plays a script in a room: one browser, one tab for each participant, real camera and speech over WebRTC. Answers when
 * those who are there from the beginning have entered; the clock starts as the script says, or with `start()`.
 */
export const runScript = async (options: ScriptRunOptions): Promise<ScriptRun> => {
  const { base_url, room, script, onEvent, onLeftOut, onCue, beginRound = beginRoundByClock } = options;
  const stopping = new AbortController();
  const signal = options.signal ? AbortSignal.any([stopping.signal, options.signal]) : stopping.signal;
  const started = Promise.withResolvers<void>();
  const events: ScriptEvent[] = [];
  const report = (event: ScriptEvent): void => {
    events.push(event);
    onEvent?.(event);
  };

  const browser = await launchChromium({ width: 640, height: 480, answers_within_ms: patienceMs });
  const actors = await Promise.race([startedActors(options, browser), stopped(signal)]).catch(
    async (error: unknown) => {
      await closeChromium(browser);
      throw error;
    },
  );
  const perform = createStage({
    actors,
    caption: createCaptioner(base_url, room, signal),
    report,
    ...(onLeftOut && { onLeftOut }),
    ...(onCue && { onCue }),
  });

  const isOver = async (at_ms: number): Promise<boolean> => {
    if (script.timeline.some((item) => item.do === 'enter' && item.at_ms > at_ms)) return false;
    return !(await Promise.all([...actors.values()].map((actor) => actor.isIn()))).includes(true);
  };

  const playRound = async (): Promise<void> => {
    const round = beginRound();
    const until = (at_ms: number): Promise<void> => round(at_ms, signal);
    await Promise.all(
      script.timeline.map(async (item) => {
        await until(item.at_ms);
        await perform(item);
        if (await isOver(item.at_ms)) stopping.abort();
      }),
    );
    await until(roundLength(script));
    report({ type: 'round_ended', timestamp_ms: Date.now() });
  };

  const play = async (): Promise<void> => {
    await Promise.race([started.promise, stopped(signal)]);
    report({ type: 'started', timestamp_ms: Date.now() });
    do await playRound();
    while (script.repeat);
  };

  if (script.start !== 'when_called') {
    // A host also sees who waits to be let in.
    const present = presentAtStart(script);
    const first = present.find(({ host }) => host) ?? present[0];
    const arrived = first ? actors.get(first.name)?.peopleArrive(script.start.people) : undefined;
    Promise.resolve(arrived).then(() => started.resolve(), started.reject);
  }

  const finish = async (): Promise<ScriptEvent[]> => {
    try {
      // Whoever waits for others, to refuse them for example, may do so for long.
      await Promise.race([play(), stopped(signal)]);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      stopping.abort();
      await closeChromium(browser);
    }
    return events;
  };
  const done = finish();
  // Whoever only closes the run need not look at how it went.
  done.catch(() => {});

  const close = async (): Promise<void> => {
    stopping.abort();
    await done.catch(() => {});
  };

  const perceive = async (name: string, of: string, for_ms = 500): Promise<Perception> => {
    const actor = actors.get(name);
    if (!actor) throw new RangeError(`there is no participant named '${name}'`);
    return actor.perceive(of, for_ms);
  };

  return { start: () => started.resolve(), perceive, done, close, [Symbol.asyncDispose]: close };
};
