import { expect, it } from 'vitest';
import { closeChromium } from '../../../lib/capture/browser/chromium/chromium.ts';
import { startDemoRoom } from '../../../lib/demo-room/own-server.ts';
import { runScript } from '../../../lib/demo-room/scripted/run-script.ts';
import { Script } from '../../../lib/demo-room/scripted/script.ts';
import { patientBrowser } from '../../lab/hosts/patient-browser.ts';
import { longestMs } from '../../lab/until.ts';

const script = Script.parse({
  // Jonas has a camera, and Maya shall not see him all the same.
  participants: [{ name: 'Maya', host: true, camera: { style: 'off' } }, { name: 'Jonas' }],
  timeline: [{ at_ms: 600_000, who: 'Maya', do: 'end' }],
});

/** Sam's camera is blue, the screen half white and half black, and the microphone hums at 440 Hz. */
const withDevices = () => {
  const drawn = (colours: string[]) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    setInterval(() => {
      for (const [index, colour] of colours.entries()) {
        context.fillStyle = colour;
        context.fillRect((index * 640) / colours.length, 0, 640, 360);
      }
    }, 200);
    return canvas.captureStream(5);
  };
  const hum = () => {
    const context = new AudioContext();
    const destination = context.createMediaStreamDestination();
    const tone = new OscillatorNode(context, { frequency: 440 });
    tone.connect(new GainNode(context, { gain: 0.5 })).connect(destination);
    tone.start();
    return destination.stream;
  };
  MediaDevices.prototype.getUserMedia = async () =>
    new MediaStream([...drawn(['#2040c0']).getTracks(), ...hum().getTracks()]);
  MediaDevices.prototype.getDisplayMedia = async () => drawn(['#ffffff', '#000000']);
};

const channels = (colour = '') => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
/** Whether a colour is the expected one, as far as a video codec leaves it so. */
const isAbout = (colour: string | undefined, expected: string) =>
  channels(colour).every((value, index) => Math.abs(value - (channels(expected)[index] ?? 0)) < 24);

it('lets scripted people say what they see and hear of a guest', async () => {
  await using service = await startDemoRoom();
  const room = service.demoRoom.createRoom();
  await using run = await runScript({ base_url: service.base_url, room, script });
  const browser = await patientBrowser({ width: 640, height: 360 });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(longestMs);
    await page.evaluateOnNewDocument(withDevices);
    await page.goto(service.base_url + room.room_path);
    await page.waitForSelector('#preview:not([hidden])');
    await page.type('#name', 'Sam');
    await page.click('#join');
    await page.waitForSelector('body[data-phase="in_meeting"]');

    await expect
      .poll(async () => run.perceive('Jonas', 'Sam'))
      .toSatisfy(
        ({ camera, screen, sound }) =>
          isAbout(camera?.average, '#2040c0') &&
          screen === null &&
          sound !== null &&
          sound.loudness_db > -30 &&
          Math.abs(sound.frequency_hz - 440) < 20,
      );

    await page.click('#share-screen');
    await page.waitForSelector('#share-screen[aria-pressed="true"]');
    const shared = async () => (await run.perceive('Maya', 'Sam')).screen;
    await expect
      .poll(shared)
      .toSatisfy((sight) => isAbout(sight?.regions[0], '#ffffff') && isAbout(sight?.regions[8], '#000000'));

    // Nobody is seen or heard who is not there, and scripted people do not see each other.
    expect(await run.perceive('Maya', 'Nobody')).toMatchObject({ camera: null, screen: null, sound: null });
    expect(await run.perceive('Maya', 'Jonas')).toMatchObject({ camera: null, sound: null });
  } finally {
    await closeChromium(browser);
  }
});
