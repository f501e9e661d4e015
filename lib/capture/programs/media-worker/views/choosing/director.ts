/** Follows the meeting and says what the recording shows. Pure. */
import type { RecordingSettings } from '../../../../../domain/bot/settings.ts';
import type { Person } from '../../../protocol/people.ts';
import type { SpeechChange } from '../../../protocol/speech.ts';
import type { Size } from '../drawing/geometry.ts';
import { type Layout, layOut } from './layout.ts';
import { createSpeakerChoice, type SilenceOf } from './speaker-choice.ts';

/** Times are by one clock, whichever it is. */
export const createDirector = (silenceOf: SilenceOf) => {
  const choice = createSpeakerChoice();
  let people: readonly Person[] = [];
  // Who began to share last is shown.
  let sharers: readonly string[] = [];
  let seats: readonly string[] = [];

  return {
    get people(): readonly Person[] {
      return people;
    },
    /** Everybody who is there now but the bot, in the order in which they came. */
    meet(now: readonly Person[]): void {
      const here = new Set(now.map(({ participant_id }) => participant_id));
      for (const { participant_id } of people) if (!here.has(participant_id)) choice.leave(participant_id);
      people = now;
      const sharing = now.filter(({ is_sharing }) => is_sharing).map(({ participant_id }) => participant_id);
      sharers = [...sharers.filter((id) => sharing.includes(id)), ...sharing.filter((id) => !sharers.includes(id))];
    },
    hear: (participant_id: string, turn: SpeechChange): void => choice.hear(participant_id, turn),
    isSpeaking: choice.isSpeaking,
    /** Who takes part in the conversation. */
    get talk() {
      return { speaking: choice.speaking, recent: choice.recent };
    },
    layout(view: RecordingSettings['view'], size: Size, now_ms: number): Layout {
      const speaker = choice.choose(now_ms, silenceOf);
      const sharer = sharers.at(-1);
      const layout = layOut({ view, size, people, recent: choice.recent, speaker, sharer, seats });
      seats = layout.seats;
      return layout;
    },
  };
};
export type Director = ReturnType<typeof createDirector>;
