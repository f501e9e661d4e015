import { randomUUID } from 'node:crypto';
import type { ActorTab } from './actor-tab.ts';
import type { Speech } from './captioner.ts';
import { spokenClip, type TimelineEntry } from './script.ts';

export interface ScriptEvent {
  type: 'started' | 'round_ended' | TimelineEntry['do'];
  /** When it happened, Unix time in ms; of a sentence, when its first sound was sent. */
  timestamp_ms: number;
  who?: string;
  text?: string;
  duration_ms?: number;
}

interface StageOptions {
  actors: ReadonlyMap<string, ActorTab>;
  caption(speech: Speech): Promise<void>;
  report(event: ScriptEvent): void;
}

type Action<T extends TimelineEntry['do']> = (
  actor: ActorTab,
  item: Extract<TimelineEntry, { do: T }>,
) => Promise<void>;
type Actions = { [T in TimelineEntry['do']]: Action<T> };

/** Does what an entry of the time line says. What somebody should do who is not in the meeting any more is left out. */
export const createStage = ({ actors, caption, report }: StageOptions) => {
  const actions: Actions = {
    enter: (actor) => actor.enter(),
    leave: (actor) => actor.leave(),
    say: async (actor, item) => {
      const { clip, text } = spokenClip(item);
      const speaker_id = await actor.id();
      const { start_ms, duration_ms } = await actor.say(clip.name);
      report({ type: 'say', who: actor.name, text, timestamp_ms: start_ms, duration_ms });
      await caption({ speaker_id, caption_id: randomUUID(), text, start_ms, duration_ms });
    },
    chat: (actor, { text }) => actor.chat(text),
    share: (actor, { screen }) => actor.share(screen),
    stop_sharing: (actor) => actor.stopSharing(),
    admit: (actor) => actor.answer('admit'),
    refuse: (actor) => actor.answer('refuse'),
    allow_recording: (actor) => actor.answer('allow_recording'),
    refuse_recording: (actor) => actor.answer('refuse_recording'),
    end: (actor) => actor.endMeeting(),
  };

  return async (item: TimelineEntry): Promise<void> => {
    const actor = actors.get(item.who);
    if (!actor || (item.do !== 'enter' && !(await actor.isIn()))) return;
    try {
      await (actions[item.do] as Action<TimelineEntry['do']>)(actor, item);
    } catch (error) {
      if (await actor.isIn().catch(() => true)) throw error;
      return;
    }
    if (item.do === 'say') return;
    report({ type: item.do, timestamp_ms: Date.now(), who: item.who, ...(item.do === 'chat' && { text: item.text }) });
  };
};
