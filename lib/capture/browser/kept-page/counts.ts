/** How much had come of a meeting when its page was kept: numbers alone. Pure. */
import type { MeetingView } from '../../meeting/view.ts';
import type { WireFact } from '../../platforms/judging/facts.ts';

type Medium = MeetingView['media'][number]['medium'];

const sumOf = (media: MeetingView['media'], medium: Medium) => {
  const tracks = media.filter((one) => one.medium === medium);
  const sum = (what: 'packets' | 'bytes' | 'frames'): number => tracks.reduce((all, one) => all + one[what], 0);
  return { tracks: tracks.length, packets: sum('packets'), bytes: sum('bytes'), frames: sum('frames') };
};

/** `wire`: how many facts of each kind were known at the last look. The rest is of a view, where there was one. */
export const countsOf = (wire: readonly WireFact[], view: MeetingView | undefined) => ({
  wire: Object.fromEntries([...Map.groupBy(wire, ({ kind }) => kind)].map(([kind, facts]) => [kind, facts.length])),
  ...(view && {
    participants: view.participants.length,
    messages: view.messages.length,
    captions: view.captions.length,
    sound: sumOf(view.media, 'sound'),
    pictures: sumOf(view.media, 'pictures'),
  }),
});
