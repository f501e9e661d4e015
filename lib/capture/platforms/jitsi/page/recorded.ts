/**
 * That the meeting is recorded by its server, as Jitsi Meet tells it: it mutes everybody, and whoever turns anything on after
 * that agrees to be recorded (react/features/recording/middleware.ts). Pure but for its memory.
 */
import { type Fields, fieldsOf } from '../../page/told-json.ts';
import { wordOf } from './store.ts';

/** Of JitsiRecordingConstants.status of lib-jitsi-meet. */
const over = 'off';

export interface JitsiRecorded {
  /** The page has said so, and has turned off what the bot showed and said. */
  told(): void;
  /** When it said so last. */
  readonly told_ms: number | undefined;
  /** Whether to turn something on now is to agree to be recorded. */
  readonly isAgreedToByUnmuting: boolean;
}

export const createJitsiRecorded = (state: () => Fields, now: () => number = Date.now): JitsiRecorded => {
  let told_ms: number | undefined;
  /** The recordings that it was said of. */
  let recordings: readonly string[] = [];

  const statuses = (): ReadonlyMap<string, string> => {
    const { sessionDatas } = fieldsOf(state()['features/recording']);
    const known = (Array.isArray(sessionDatas) ? sessionDatas : []).map(fieldsOf);
    return new Map(known.map(({ id, status }) => [wordOf(id), wordOf(status)]));
  };

  return {
    told() {
      told_ms = now();
      recordings = [...statuses()].flatMap(([id, status]) => (status === over ? [] : id));
    },
    get told_ms() {
      return told_ms;
    },
    get isAgreedToByUnmuting() {
      if (told_ms === undefined) return false;
      const now = statuses();
      // A page that is between two rooms knows of no recording, and one whose store says nothing may be recorded.
      return recordings.length === 0 || recordings.some((id) => now.get(id) !== over);
    },
  };
};
