/** An observer that may tell only later: while another worker of the bot still tells what happens in the meeting. */
import type { Captured } from '../../../domain/captured/captured.ts';
import type { TranscriptionSettings } from '../../../domain/transcription/transcription-settings.ts';
import type { MeetingView, ParticipantView, SpeechView } from '../../meeting/view.ts';
import type { Observer } from '../people/observer.ts';
import { createOwnNames } from '../people/own-names.ts';

/** What an earlier worker told until a moment. */
export interface Inherited {
  readonly reported: Captured;
  readonly since_ms: number;
}

export interface LateObserver extends Observer {
  /** Tells what was seen since the earlier worker ceased to (`until_ms`, or the first look), and whatever comes then. */
  begin(told: { readonly reported: Captured; readonly until_ms?: number }): void;
}

interface Seen {
  readonly view: MeetingView;
  readonly transcription: TranscriptionSettings | undefined;
  readonly now_ms: number;
}

/** Four looks a second: longer than a bot is handed over. */
const mostKept = 600;

const mostHeard = 1_000;

/** Who was being heard at a moment, by the last that was heard of each until then. */
const speechAt = (heard: readonly SpeechView[], at_ms: number): SpeechView[] => {
  const last = new Map<string, SpeechView>();
  for (const speech of heard) last.set(speech.participant_id, speech);
  return [...last.values()].map((speech) => ({ ...speech, at_ms: Math.max(speech.at_ms, at_ms) }));
};

const speechIn = (seen: readonly Seen[]): SpeechView[] => seen.flatMap(({ view }) => view.speech);

/** `make` makes the observer that tells. */
export const createLateObserver = (
  { bot_name }: { readonly bot_name: string },
  make: (inherited: Inherited) => Observer,
): LateObserver => {
  const names = createOwnNames(bot_name);
  let observer: Observer | undefined;
  let kept: Seen[] = [];
  /** What was heard before anything was seen. */
  let heard: readonly SpeechView[] = [];
  let others: readonly ParticipantView[] = [];
  let looked_ms: number | undefined;

  const keep = (seen: Seen): void => {
    kept.push(seen);
    if (kept.length > mostKept) kept = kept.slice(-mostKept);
  };

  return {
    get others() {
      return observer?.others ?? others;
    },
    get isQuiet() {
      return observer?.isQuiet ?? true;
    },
    get seen_until_ms() {
      return observer?.seen_until_ms ?? looked_ms;
    },
    lookAnew(speech = []) {
      if (observer) return observer.lookAnew(speech);
      const last = kept.at(-1);
      if (!last) return;
      // Of whoever spoke then nobody hears any more that they cease to.
      const stops = speechAt([...speechIn(kept), ...speech], last.now_ms)
        .filter(({ type }) => type === 'speech_start')
        .map((one) => ({ ...one, type: 'speech_stop' as const }));
      keep({ ...last, view: { ...last.view, speech: [...speech, ...stops] } });
    },
    hush(now_ms, view) {
      if (observer) return observer.hush(now_ms, view);
      const last = kept.at(-1);
      if (last) keep({ view: { ...last.view, captions: [], speech: [] }, transcription: undefined, now_ms });
    },
    observe(view, now_ms, transcription) {
      if (observer) return observer.observe(view, now_ms, transcription);
      looked_ms = now_ms;
      names.hear(view.participants);
      others = view.participants.filter(({ is_self, name }) => !is_self && !names.has(name));
      keep({ view: { ...view, speech: [...heard, ...view.speech] }, transcription, now_ms });
      heard = [];
    },
    readLast(view, now_ms) {
      if (observer) return observer.readLast(view, now_ms);
      const last = kept.at(-1);
      const captions = view.captions.length > 0 ? view.captions : last?.view.captions;
      const { messages, speech } = view;
      if (last) keep({ ...last, now_ms, view: { ...last.view, messages, speech, ...(captions && { captions }) } });
      else heard = [...heard, ...speech].slice(-mostHeard);
    },
    close(now_ms) {
      observer?.close(now_ms);
    },
    begin({ reported, until_ms }) {
      const since_ms = until_ms ?? kept[0]?.now_ms ?? 0;
      observer = make({ reported, since_ms });
      const [before, after] = [
        kept.filter(({ now_ms }) => now_ms <= since_ms),
        kept.filter(({ now_ms }) => now_ms > since_ms),
      ];
      kept = [];
      const last = before.at(-1);
      if (last)
        observer.observe({ ...last.view, speech: speechAt(speechIn(before), since_ms) }, since_ms, last.transcription);
      // What was told of who spoke is known of all that was heard until then, taken together.
      const told_ms = reported.participant_events.at(-1)?.timestamp_ms ?? 0;
      let spoken: SpeechView[] = [];
      for (const { view, now_ms, transcription } of after) {
        spoken = [...spoken, ...view.speech];
        const isDue = now_ms > told_ms || now_ms === after.at(-1)?.now_ms;
        observer.observe({ ...view, speech: isDue ? spoken : [] }, now_ms, transcription);
        if (isDue) spoken = [];
      }
    },
  };
};
