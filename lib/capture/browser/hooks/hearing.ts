/** What the media worker has heard, kept until Node looks. Runs in the page. */
import type { AttributedChange, Heard } from '../../listening/listener.ts';

const most_queued_changes = 500;

export const createHearing = () => {
  const changes: AttributedChange[] = [];
  let last_sound_ms: number | null = null;
  return {
    hear(heard: Heard): void {
      changes.push(...heard.changes.slice(0, most_queued_changes - changes.length));
      last_sound_ms = heard.last_sound_ms;
    },
    /** Who began and ceased to speak since the last call, and when anybody was last heard. */
    take: () => ({ speech: changes.splice(0), last_sound_ms }),
  };
};
