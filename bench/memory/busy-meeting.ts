/** A minute of meeting that holds what six or more usual ones do, to be repeated: four people, one of whom comes and goes. */
import { clips } from '../../lib/demo-room/scripted/clips.ts';
import { Script } from '../../lib/demo-room/scripted/script.ts';

type Entry = Script['timeline'][number];

const minuteMs = 60_000;
const gapMs = 800;

const talkers = { Ann: ['elena-06', 'elena-laugh'], Ben: ['tom-05', 'tom-laugh'], Cal: ['daniel-05', 'daniel-04'] };

/** Short sentences one after the other; those of different people overlap. */
const talk = (who: string, names: readonly string[], from_ms: number): Entry[] => {
  const said: Entry[] = [];
  for (let at_ms = from_ms, turn = 0; at_ms < minuteMs - 3_000; turn += 1) {
    const clip = names[turn % names.length] ?? '';
    said.push({ at_ms, who, do: 'say', clip });
    at_ms += (clips.get(clip)?.duration_ms ?? 0) + gapMs;
  }
  return said;
};

const every = (period_ms: number, from_ms: number, make: (at_ms: number) => Entry[]): Entry[] =>
  Array.from({ length: Math.floor((minuteMs - from_ms) / period_ms) }, (_, index) =>
    make(from_ms + index * period_ms),
  ).flat();

export const busyMeeting = (): Script =>
  Script.parse({
    repeat: true,
    participants: [
      { name: 'Ann', host: true, camera: { colour: '#3f8f7b' } },
      { name: 'Ben', camera: { colour: '#4f6fb5' } },
      { name: 'Cal', camera: { colour: '#a3586d' } },
      { name: 'Dee', camera: { colour: '#8a7a3c' } },
    ],
    timeline: [
      ...Object.entries(talkers).flatMap(([who, names], index) => talk(who, names, 500 + index * 1_000)),
      ...every(15_000, 2_000, (at_ms) => [
        { at_ms, who: 'Dee', do: 'enter' },
        { at_ms: at_ms + 3_000, who: 'Dee', do: 'say', clip: 'priya-06' },
        { at_ms: at_ms + 7_000, who: 'Dee', do: 'leave' },
      ]),
      ...every(6_000, 1_000, (at_ms) => [
        { at_ms, who: 'Ben', do: 'chat', text: `Noted at ${at_ms}.`, to: 'everyone' },
        { at_ms: at_ms + 2_000, who: 'Ben', do: 'edit_chat', text: `Noted at ${at_ms}, and corrected.` },
      ]),
      ...every(20_000, 4_000, (at_ms) => [
        { at_ms, who: 'Cal', do: 'turn', device: 'camera', on: false },
        { at_ms: at_ms + 8_000, who: 'Cal', do: 'turn', device: 'camera', on: true },
      ]),
      ...every(20_000, 10_000, (at_ms) => [
        { at_ms, who: 'Ben', do: 'share', screen: 'slides' },
        { at_ms: at_ms + 7_000, who: 'Ben', do: 'stop_sharing' },
      ]),
    ],
  });
