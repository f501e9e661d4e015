/** Takes of meetings, for worlds whose time must not move on while one is being ended: what encodes works outside of that time. */
import type { MeetingOpener } from '../../../../lib/capture/meeting/meeting.ts';
import type { MeetingRecorder } from '../../../../lib/capture/meeting/source.ts';

export interface WatchedTakes {
  watch(meetings: MeetingOpener): MeetingOpener;
  /** Waits until no take is being ended. */
  settled(): Promise<void>;
}

export const watchedTakes = (): WatchedTakes => {
  const ending = new Set<Promise<unknown>>();
  const watched = <T>(work: Promise<T>): Promise<T> => {
    const over = (): void => void ending.delete(work);
    ending.add(work);
    work.then(over, over);
    return work;
  };
  const recorderOf = (recorder: MeetingRecorder): MeetingRecorder => ({
    arm: (wish) => recorder.arm(wish),
    source(...order) {
      const source = recorder.source(...order);
      return { ...source, stop: () => watched(source.stop()) };
    },
  });
  return {
    watch: (meetings) => ({
      async open(order) {
        const meeting = await meetings.open(order);
        return Object.create(meeting, { recorder: { value: recorderOf(meeting.recorder) } });
      },
    }),
    async settled() {
      await Promise.all(ending);
    },
  };
};
