import { randomUUID } from 'node:crypto';
import { AbsentError } from './actor-errors.ts';
import type { ActorTab } from './actor-tab.ts';
import type { Speech } from './captioner.ts';
import { spokenClip, type TimelineEntry } from './script.ts';

export interface ScriptEvent {
  readonly type: 'started' | 'round_ended' | TimelineEntry['do'];
  /** When it happened, Unix time in ms; of a sentence, when its first sound was sent. */
  readonly timestamp_ms: number;
  readonly who?: string;
  readonly text?: string;
  readonly duration_ms?: number;
  /** Whatever else the entry of the time line said. */
  readonly [detail: string]: unknown;
}

interface StageOptions {
  readonly actors: ReadonlyMap<string, ActorTab>;
  caption(speech: Speech): Promise<void>;
  report(event: ScriptEvent): void;
  /** Told of what is left out, as somebody whom it concerns did not come. */
  onLeftOut?(why: string): void;
  /** Does what a cue stands for. */
  onCue?(cue: string): Promise<void>;
}

type Action<T extends TimelineEntry['do']> = (
  actor: ActorTab,
  item: Extract<TimelineEntry, { do: T }>,
) => Promise<void>;
type Actions = { [T in TimelineEntry['do']]: Action<T> };

/** Does what an entry of the time line says. What somebody should do who is not in the meeting any more is left out. */
export const createStage = ({ actors, caption, report, onLeftOut, onCue }: StageOptions) => {
  const actions: Actions = {
    enter: (actor) => {
      const entered = actor.enter();
      entering.set(actor.name, entered);
      return entered;
    },
    leave: (actor) => actor.leave(),
    say: async (actor, item) => {
      const { clip, text, translations } = spokenClip(item);
      const speaker_id = await actor.id();
      const { start_ms, duration_ms } = await actor.say(clip.name);
      report({ type: 'say', who: actor.name, text, timestamp_ms: start_ms, duration_ms });
      const written = caption({ speaker_id, caption_id: randomUUID(), text, translations, start_ms, duration_ms });
      const sentence = { until_ms: start_ms + duration_ms, written };
      sentences.add(sentence);
      await written.finally(() => sentences.delete(sentence));
    },
    chat: (actor, { text, to }) => actor.chat(text, to),
    edit_chat: (actor, { text }) => actor.editChat(text),
    turn: (actor, { device, on }) => actor.turn(device, on),
    share: (actor, { screen }) => actor.share(screen),
    stop_sharing: (actor) => actor.stopSharing(),
    admit: (actor) => actor.answer('admit'),
    refuse: (actor) => actor.answer('refuse'),
    allow_recording: (actor) => actor.answer('allow_recording'),
    refuse_recording: (actor) => actor.answer('refuse_recording'),
    grant_recording: (actor) => actor.grantRecording(),
    revoke_recording: (actor) => actor.revokeRecording(),
    remove: (actor, { name }) => actor.remove(name),
    open_breakouts: (actor, { rooms }) => actor.openBreakouts(rooms),
    close_breakouts: (actor) => actor.closeBreakouts(),
    end: async (actor) => {
      await begunIsDone();
      await actor.endMeeting();
    },
    cue: async (_, { text }) => {
      const acting = onCue?.(text);
      if (!acting) return;
      acts.add(acting);
      acting.catch(() => undefined).finally(() => acts.delete(acting));
    },
  };

  // A busy machine is late. So nobody ends a meeting before what was said is written, and what cues stand for is done;
  // who still speaks is cut off.
  const sentences = new Set<{ readonly until_ms: number; readonly written: Promise<void> }>();
  const acts = new Set<Promise<void>>();
  const begunIsDone = async (): Promise<void> => {
    const spoken = [...sentences].filter(({ until_ms }) => until_ms <= Date.now());
    await Promise.allSettled([...spoken.map(({ written }) => written), ...acts]);
  };

  // Coming in takes a moment longer on a busy machine; what somebody does next waits for it.
  const entering = new Map<string, Promise<void>>();

  return async (item: TimelineEntry): Promise<void> => {
    const actor = actors.get(item.who);
    if (item.do !== 'enter') await entering.get(item.who);
    if (!actor || (item.do !== 'enter' && !(await actor.isIn()))) return;
    try {
      await (actions[item.do] as Action<TimelineEntry['do']>)(actor, item);
    } catch (error) {
      if (!(await actor.isIn().catch(() => true))) return;
      if (!(error instanceof AbsentError)) throw error;
      onLeftOut?.(`${actor.name} could not do '${item.do}': ${error.message}`);
      return;
    }
    if (item.do === 'say') return;
    const { at_ms: _, do: type, ...how } = item;
    report({ type, timestamp_ms: Date.now(), ...how });
  };
};
