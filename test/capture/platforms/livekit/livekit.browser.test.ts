/** Against LiveKit's own server and page: see test/servers/livekit. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Meeting } from '../../../../lib/capture/meeting/meeting.ts';
import type { AttributedSound } from '../../../../lib/capture/meeting/speech.ts';
import type { MeetingView, SpeechView } from '../../../../lib/capture/meeting/view.ts';
import { liveKit } from '../../../../lib/capture/platforms/livekit/index.ts';
import { finishRecording } from '../../../../lib/capture/recording/finish.ts';
import { wishOf } from '../../../../lib/capture/recording/quality.ts';
import { describeMeeting } from '../../../contracts/meeting.ts';
import { aMemoryStore } from '../../../lab/doubles/memory-segments.ts';
import { until as waitUntil } from '../../../lab/until.ts';
import { goWithout, liveKitPrograms } from '../../../servers/livekit/install.ts';
import type { LiveKitOptions } from '../../../servers/livekit/livekit.ts';
import type { LiveKitPerson } from '../../../servers/livekit/people.ts';
import { type Heard, type Name, pitches, samplesOf, voiceOf, voicesIn } from '../../browser/heard-voices.ts';
import { recordingInto } from '../../browser/recorded-meeting.ts';
import { seeRecording } from '../../browser/seen-recording.ts';
import type { Seen } from '../../fixtures/see-recording.ts';
import { type LiveKitWorld, liveKitPhases, openLiveKitWorld } from './livekit-world.ts';

const programs = await liveKitPrograms();
const isLeftOut = goWithout(programs);
if ('missing' in programs)
  console.warn(`the tests of LiveKit ${isLeftOut ? 'are left out' : 'fail'}. ${programs.missing}`);

const openWorld = (options?: LiveKitOptions): Promise<LiveKitWorld> => {
  if ('missing' in programs) throw new Error(programs.missing);
  return openLiveKitWorld(programs, options);
};

describe.skipIf(isLeftOut)('with LiveKit', () => {
  describeMeeting('of LiveKit', {
    capabilities: liveKit.capabilities,
    phases: liveKitPhases,
    hasPeople: true,
    areApart: true,
    tellsScreens: false,
    openWorld: () => openWorld({ apart: true }),
  });
});

const speakers = ['ada', 'ben', 'cy'] as const satisfies readonly Name[];
type Speaker = (typeof speakers)[number];
const colours: Readonly<Record<Speaker, string>> = { ada: '#b03a3a', ben: '#3aa04a', cy: '#3a4ab0' };
/** Sixty utterances are promised (test/platform-checks.md): so often everybody says a word. */
const rounds = 60 / speakers.length;
const wordMs = 500;
/** Long enough to be heard as the end of what was said. */
const betweenMs = 750;
const soloMs = 1_800;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const loud = 500;
const windowMs = 20;
const silentWindows = 300 / windowMs;

/** How often somebody began to speak in a piece, and for how long: two words that follow each other closely may be in one. */
const wordsIn = (piece: Heard): { words: number; loud_ms: number } => {
  const samples = samplesOf(piece);
  const length = 16 * windowMs;
  let [words, silent, loud_ms] = [0, silentWindows, 0];
  for (let from = 0; from + length <= samples.length; from += length) {
    const isLoud = samples.subarray(from, from + length).some((sample) => Math.abs(sample) > loud);
    if (isLoud && silent >= silentWindows) words += 1;
    silent = isLoud ? 0 : silent + 1;
    if (isLoud) loud_ms += windowMs;
  }
  return { words, loud_ms };
};

interface Utterance {
  readonly who: Speaker;
  readonly start_ms: number;
}

/** Whether something came out after a moment of everybody's voice, and of everybody's camera that is wanted. */
const allArrive = ({ media }: MeetingView, after_ms: number): boolean => {
  const sent = media.filter(({ kind }) => kind === 'voice' || kind === 'camera');
  const arriving = sent.filter(({ is_wanted, came_out_ms }) => !is_wanted || (came_out_ms ?? 0) > after_ms);
  return sent.length === 2 * speakers.length && arriving.length === sent.length;
};

/** Looks all the time, as a session does, and keeps what was heard. */
const watchMeeting = (meeting: Meeting) => {
  const speech: SpeechView[] = [];
  let latest: MeetingView | undefined;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const view = await meeting.look();
      speech.push(...view.speech);
      latest = view;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  })();
  return {
    speech,
    until: (is: (view: MeetingView) => boolean): Promise<MeetingView> =>
      waitUntil(
        () => latest as MeetingView,
        (view) => view !== undefined && is(view),
      ),
    async stop() {
      isOver = true;
      await watching;
    },
  };
};

describe.skipIf(isLeftOut)('three people in a LiveKit meeting', () => {
  let world: LiveKitWorld;
  let room: string;
  let people: Readonly<Record<Speaker, LiveKitPerson>>;
  let bot: Awaited<ReturnType<LiveKitWorld['openPage']>>;
  let meeting: Meeting;
  let watch: ReturnType<typeof watchMeeting>;
  const pieces: AttributedSound[] = [];
  const words: Utterance[] = [];
  const solos: Utterance[] = [];
  let seen: Seen;
  let recordingBegan_ms = 0;

  /** Each begins a little after the one before, and so they talk over each other. */
  const talk = async (): Promise<void> => {
    const speak = async (who: Speaker, index: number): Promise<void> => {
      await pause((index * (wordMs + betweenMs)) / speakers.length);
      for (let round = 0; round < rounds; round += 1) {
        words.push({ who, start_ms: (await people[who].speak(wordMs)).start_ms });
        await pause(wordMs + betweenMs);
      }
    };
    await Promise.all(speakers.map(speak));
  };

  beforeAll(async () => {
    world = await openWorld();
    room = world.newRoom();
    const come = (who: Speaker) =>
      world.enter(room, who, { colour: colours[who], hertz: pitches[who], camera: true, microphone: true });
    const [ada, ben, cy] = await Promise.all(speakers.map(come));
    people = { ada, ben, cy } as Readonly<Record<Speaker, LiveKitPerson>>;
    bot = await world.openPage(world.server.roomUrl(room));
    meeting = bot.meeting;
    await meeting.load();
    await meeting.prepare('Notes');
    const store = aMemoryStore();
    const settings = { format: 'mp4', view: 'speaker_view_no_sidebar', resolution: '720p' } as const;
    const recording = recordingInto(store, meeting.recorder, wishOf(settings));
    await recording.arm();
    await meeting.join();
    watch = watchMeeting(meeting);
    await watch.until((view) => view.phase === 'in_meeting' && allArrive(view, 0));
    await meeting.speech.start((piece) => void pieces.push(piece));
    await recording.keep(true);
    await talk();
    for (const who of speakers) {
      await pause(betweenMs);
      solos.push({ who, start_ms: (await people[who].speak(soloMs)).start_ms });
      await pause(soloMs);
    }
    await pause(1_000);
    await meeting.speech.stop();
    await recording.stop();
    const finished = await finishRecording(store, async () => undefined);
    const mp4 = store.objects.get('recording.mp4');
    if (!finished || !mp4) throw new Error('nothing was recorded');
    recordingBegan_ms = finished.parts[0]?.start_timestamp_ms ?? 0;
    seen = await seeRecording(world.browser, world.server.roomUrl('nobody'), mp4);
  });
  afterAll(async () => {
    await watch?.stop().catch(() => undefined);
    await world?.[Symbol.asyncDispose]();
  });

  const idOf = (who: Speaker): string => people[who].identity;

  it('are heard, everybody under their own name, each time that they speak', () => {
    expect(words.length).toBe(60);
    const heard = pieces.map((piece) => ({
      under: piece.participant_id,
      voice: voiceOf([piece]),
      ...wordsIn(piece),
    }));
    expect(heard.filter(({ under, voice }) => voice === undefined || under !== idOf(voice as Speaker))).toEqual([]);
    for (const who of speakers) {
      const own = heard.filter(({ under }) => under === idOf(who));
      const total = (count: 'words' | 'loud_ms') => own.reduce((sum, one) => sum + one[count], 0);
      // None is lost. On a machine that stands still in the middle of a word, that one is heard as two.
      expect(total('words')).toBeGreaterThanOrEqual(rounds + 1);
      // What is told twice lasts twice as long.
      expect(total('loud_ms')).toBeLessThan(1.2 * (rounds * wordMs + soloMs));
    }
    expect(new Set(watch.speech.map(({ participant_id }) => participant_id))).toEqual(new Set(speakers.map(idOf)));
  });

  it('are heard in the recording, and nobody else', () => {
    const pcm = Buffer.from(seen.pcm, 'base64');
    const voices = new Set(voicesIn({ pcm }));
    expect([...voices].toSorted()).toEqual([...speakers]);
    const part = (from_ms: number, length_ms: number): Heard => {
      const from = 2 * 16 * Math.round(from_ms - recordingBegan_ms);
      return { pcm: Buffer.from(pcm.subarray(from, from + 2 * 16 * length_ms)) };
    };
    // A word may be late, by less than the next one of the same person comes after it.
    const missing = words.filter(({ who, start_ms }) => !voicesIn(part(start_ms, wordMs + betweenMs)).includes(who));
    // On a machine that stands still in the middle of one it comes later still, or torn.
    expect(missing.length).toBeLessThanOrEqual(words.length / 10);
    // One after the other at the end.
    for (const { who, start_ms } of solos) {
      const solo = part(start_ms + 400, 1_000);
      expect(samplesOf(solo).length).toBe(16_000);
      expect(voiceOf([solo])).toBe(who);
    }
  });

  it('are seen in the recording when they speak', () => {
    expect([seen.width, seen.height]).toEqual([1280, 720]);
    for (const { who, start_ms } of solos) {
      const from_ms = start_ms - recordingBegan_ms;
      // A busy machine may take most of the time to show who speaks now.
      const colour: readonly number[] = seen.pictures.findLast(({ at_ms }) => at_ms < from_ms + soloMs)?.colour ?? [];
      expect(speakers[colour.indexOf(Math.max(...colour))]).toBe(who);
    }
  });

  it('have an id that outlives their connections, which is their identity', async () => {
    const { participants } = await watch.until(({ participants }) => participants.length === speakers.length + 1);
    const lasting = participants.filter(({ is_self }) => !is_self).map(({ user_uuid }) => user_uuid);
    expect(lasting.toSorted()).toEqual(speakers.map(idOf).toSorted());
  });

  it('share screens, which are told from cameras', async () => {
    await people.ben.turn('screen_share', true);
    const { participants, media } = await watch.until(({ media }) =>
      media.some(({ kind, frames }) => kind === 'screen' && frames > 0),
    );
    expect(participants.filter(({ is_sharing }) => is_sharing).map(({ name }) => name)).toEqual(['ben']);
    const kinds = media.filter(({ medium, frames }) => medium === 'pictures' && frames > 0);
    expect(kinds.map(({ kind, participant_id }) => `${kind} ${participant_id?.split('_')[0]}`).toSorted()).toEqual([
      'camera ada',
      'camera ben',
      'camera cy',
      'screen ben',
    ]);
    await people.ben.turn('screen_share', false);
    await watch.until(({ participants }) => !participants.some(({ is_sharing }) => is_sharing));
  });

  it('turn their cameras off and on', async () => {
    await people.cy.turn('camera', false);
    await watch.until(({ participants }) => participants.some(({ name, has_camera }) => name === 'cy' && !has_camera));
    await people.cy.turn('camera', true);
    await watch.until(({ participants }) => participants.every(({ is_self, has_camera }) => is_self || has_camera));
  });

  it('write to the bot by their own page, and read what it writes', async () => {
    await people.ada.write('Shall we begin?');
    const { messages } = await watch.until(({ messages }) => messages.length > 0);
    expect(messages).toMatchObject([{ sender_name: 'ada', sender_id: idOf('ada'), text: 'Shall we begin?' }]);
    await meeting.sendChat?.({ to: 'everyone', text: 'I take the minutes:\nhttps://example.com/minutes' });
    await expect
      .poll(() => people.cy.read())
      .toEqual([
        { who: 'ada', text: 'Shall we begin?' },
        { who: 'Notes', text: 'I take the minutes:\nhttps://example.com/minutes' },
      ]);
  });

  it('go on being heard when the server was gone for a moment', async () => {
    await world.server.restart();
    const back_ms = Date.now();
    await watch.until((view) => view.phase === 'in_meeting' && allArrive(view, back_ms));
    await meeting.speech.start((piece) => void pieces.push(piece));
    const before = pieces.length;
    await people.ben.speak(1_500);
    await waitUntil(
      () => pieces.length,
      (count) => count > before,
    );
    expect(pieces.at(-1)?.participant_id).toBe(idOf('ben'));
  });

  it('can throw the bot out', async () => {
    const bots = (await world.server.members(room)).filter(({ name }) => name === 'Notes');
    expect(bots.length).toBe(1);
    await world.server.remove(room, bots[0]?.identity ?? '');
    await watch.until(({ phase }) => phase === 'removed');
  });
});
