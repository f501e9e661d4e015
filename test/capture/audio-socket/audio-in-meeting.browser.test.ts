import { expect, it } from 'vitest';
import { aTone, loudestOf } from '../../lab/hosts/audio-server.ts';
import { anAudioMeeting } from '../../lab/worlds/audio-meeting.ts';

const loud = 3_000;

it('what a server says is heard in the meeting by another, until it is taken back; and nothing while recording is not permitted', async () => {
  await using meeting = await anAudioMeeting({ per_participant: true });
  const { speaker, listener } = meeting;
  const { heard } = listener.server;
  const loudSince = (at_ms: number) => heard.filter((chunk) => chunk.at_ms > at_ms && loudestOf(chunk.samples) > loud);
  await expect.poll(() => [speaker, listener].map(({ server }) => server.heard.length > 0)).toEqual([true, true]);
  // Silence is sent too: a server knows then that it is there, and for how long nobody speaks.
  expect(heard.every(({ samples }) => samples.length >= 160)).toBe(true);

  const began_ms = performance.now();
  const say = () => speaker.server.say(aTone(700, 20, 16_000).subarray(0, 640_000));
  say();
  await expect.poll(() => loudSince(began_ms).length).toBeGreaterThan(25);
  // By name too; a busy machine may leave gaps in it.
  const { voices } = listener.server;
  await expect.poll(() => voices.filter(({ samples }) => loudestOf(samples) > loud).length).toBeGreaterThan(5);
  expect(voices[0]?.message.data).toMatchObject({ participant_name: 'Speaker', sample_rate: 16_000, sequence: 1 });
  // The bot does not hear itself.
  expect(speaker.server.heard.some(({ samples }) => loudestOf(samples) > loud)).toBe(false);
  expect(speaker.server.voices).toEqual([]);

  speaker.server.clear();
  await expect.poll(() => heard.slice(-25).every(({ samples }) => loudestOf(samples) < loud)).toBe(true);

  listener.bot.move('pause');
  // How much the one hears that is paused, while the other goes on hearing half a second of silence.
  const heardMeanwhile = async (): Promise<number> => {
    const [before, until] = [heard.length, speaker.server.heard.length + 25];
    await expect.poll(() => speaker.server.heard.length).toBeGreaterThan(until);
    return heard.length - before;
  };
  await expect.poll(heardMeanwhile).toBe(0);
  listener.bot.move('resume');
  await expect.poll(heardMeanwhile).toBeGreaterThan(20);
});
