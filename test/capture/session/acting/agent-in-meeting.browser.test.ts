import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Perception } from '../../../../lib/demo-room/scripted/actor/senses.ts';
import { isLike } from '../../../lab/builders/pictures.ts';
import { aSite } from '../../../lab/hosts/site.ts';
import { aMeeting } from '../../../lab/worlds/agent-meeting.ts';

const [red, blue] = ['#d02020', '#2040d0'];

/** Red, and hums at 660 Hz, until it hears something: then it is blue and hums at 880 Hz. */
const page = `<!doctype html><title>Agent</title><body style="background:${red}"><script type="module">
  const context = new AudioContext();
  const hum = new OscillatorNode(context, { frequency: 660 });
  hum.connect(new GainNode(context, { gain: 0.3 })).connect(context.destination);
  hum.start();
  const microphone = await navigator.mediaDevices.getUserMedia({ audio: true });
  const ear = new AnalyserNode(context, { fftSize: 1024 });
  context.createMediaStreamSource(microphone).connect(ear);
  const samples = new Float32Array(1024);
  setInterval(() => {
    ear.getFloatTimeDomainData(samples);
    if (samples.every((sample) => Math.abs(sample) < 0.05)) return;
    document.body.style.background = '${blue}';
    hum.frequency.value = 880;
  }, 50);
</script>`;

// One after the other in one meeting, of which somebody tells what is seen and heard.
let meeting: Awaited<ReturnType<typeof aMeeting>>;
beforeAll(async () => {
  meeting = await aMeeting({});
});
afterAll(() => meeting[Symbol.asyncDispose]());

it('is seen and heard, hears the meeting, moves to a screen share, and is switched off', async () => {
  await using site = await aSite((_, answer) => answer.setHeader('content-type', 'text/html').end(page));
  const settings = { reserve_resources: true };
  const hums = (hz: number) => (sound: { loudness_db: number; frequency_hz: number } | null) =>
    sound !== null && sound.loudness_db > -40 && Math.abs(sound.frequency_hz - hz) < 20;

  const before = await meeting.perceive();
  expect(before.camera).toBeNull();

  meeting.bot.order({ voice_agent_settings: { ...settings, url: site.url } });
  await meeting.until(({ camera, sound }) => isLike(camera?.average, red) && hums(660)(sound));

  meeting.run.start();
  await meeting.until(({ camera, sound }) => isLike(camera?.average, blue) && hums(880)(sound));

  meeting.bot.order({ voice_agent_settings: { ...settings, screenshare_url: site.url } });
  const shared = await meeting.until(({ screen, sound }) => isLike(screen?.average, blue) && hums(880)(sound));
  expect(shared.camera).toBeNull();

  meeting.bot.order({ voice_agent_settings: { ...settings, url: '' } });
  const after = await meeting.until(({ screen }) => screen === null);
  expect(after.camera).toBeNull();
});

it('the page of examples/ is seen, listens until somebody pauses, and then says it again', async () => {
  const example = readFileSync(new URL('../../../../examples/voice-agent.html', import.meta.url));
  await using site = await aSite((_, answer) => answer.setHeader('content-type', 'text/html').end(example));
  const [listening, speaking] = ['#3f8f7b', '#e09f3e'];
  const isSeen = (colour: string, camera: Perception['camera']) =>
    camera?.dominant.some((one) => isLike(one.colour, colour)) ?? false;
  meeting.bot.order({ voice_agent_settings: { reserve_resources: true, url: site.url } });
  const isLoud = ({ sound }: Perception): boolean => (sound?.loudness_db ?? -100) > -40;
  await meeting.until((seen) => isSeen(listening, seen.camera) && !isLoud(seen));
  meeting.run.start();
  // It speaks for three seconds: on a busy machine its picture may come when its words are over.
  let [isShown, isHeard] = [false, false];
  await meeting.until((seen) => {
    isShown ||= isSeen(speaking, seen.camera);
    isHeard ||= isLoud(seen);
    return isShown && isHeard;
  });
});
