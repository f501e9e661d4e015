/** A meeting of any size for the benchmark: everybody has a camera, and they talk one after the other without end. */
import { clips } from '../../lib/demo-room/scripted/clips.ts';
import { Script } from '../../lib/demo-room/scripted/script.ts';

/** As the script has it: small and slow, or as people's own cameras are. */
export type CameraQuality = 'plain' | 'high';

const pauseMs = 400;
const colours = ['#3f8f7b', '#4f6fb5', '#a3586d', '#8a7a3c', '#6a5aa8', '#4c8a4c'];

export const meetingOf = (people: number, quality: CameraQuality = 'plain'): Script => {
  const names = Array.from({ length: people }, (_, index) => `Person ${index + 1}`);
  let at_ms = 500;
  const timeline = [...clips.values()].slice(0, Math.max(people, 8)).map((clip, index) => {
    const start_ms = at_ms;
    at_ms += clip.duration_ms + pauseMs;
    return { at_ms: start_ms, who: names[index % people], do: 'say', clip: clip.name };
  });
  return Script.parse({
    repeat: true,
    participants: names.map((name, index) => ({
      name,
      host: index === 0,
      camera: { style: 'portrait', quality, colour: colours[index % colours.length] },
    })),
    timeline,
  });
};
