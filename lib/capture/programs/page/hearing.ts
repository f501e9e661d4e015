/** What the media worker has heard, kept until Node looks. Runs in the page. */
import type { AttributedChange, Heard, ListenOptions } from '../protocol/speech.ts';
import { unixTime } from '../shared/unix-time.ts';
import type { MediaWorker } from './media-worker.ts';

const mostQueuedChanges = 500;

export const createHearing = (worker: Pick<MediaWorker, 'post'>) => {
  const changes: AttributedChange[] = [];
  const asked: (() => void)[] = [];
  /** Who speaks, as far as the worker has told. */
  const speaking = new Set<string>();
  let options: ListenOptions | undefined;
  let last_sound_ms: number | null = null;

  const ask = (wanted: ListenOptions): void => worker.post({ type: 'listen', options: wanted });

  return {
    /** Resolves when the worker listens so, and all that it heard before has been handed over. */
    listen(wanted: ListenOptions): Promise<void> {
      options = wanted;
      const { promise, resolve } = Promise.withResolvers<void>();
      asked.push(resolve);
      ask(wanted);
      return promise;
    },
    /** The worker has done as it was asked; it answers in the order in which it was asked. */
    listening: () => asked.shift()?.(),
    /**
     * The worker has been replaced: of whoever spoke nobody hears any more that they cease to. The new one is asked for each call
     * whose answer the other one owes.
     */
    replaced(): void {
      const at_ms = Math.round(unixTime(performance.now()));
      for (const participant_id of speaking) changes.push({ participant_id, type: 'speech_stop', at_ms });
      speaking.clear();
      if (!options) return;
      if (asked.length === 0) asked.push(() => undefined);
      for (const _ of asked) ask(options);
    },
    hear(heard: Heard): void {
      changes.push(...heard.changes.slice(0, Math.max(0, mostQueuedChanges - changes.length)));
      for (const { participant_id, type } of heard.changes) {
        if (type === 'speech_start') speaking.add(participant_id);
        else speaking.delete(participant_id);
      }
      last_sound_ms = heard.last_sound_ms;
    },
    /** Who began and ceased to speak since the last call, and when anybody was last heard. */
    take: () => ({ speech: changes.splice(0), last_sound_ms }),
  };
};
