/** What a meeting lets a bot hear and see of two people who talk to each other, and whether that is what it says it can. */
import type { Browser } from 'puppeteer-core';
import { expect } from 'vitest';
import { ElementMissingError } from '../../lib/capture/meeting/errors.ts';
import type { Meeting } from '../../lib/capture/meeting/meeting.ts';
import type { MediaView, MeetingView } from '../../lib/capture/meeting/view.ts';
import type { MeetingCapabilities } from '../../lib/domain/meeting/capabilities.ts';
import { converse } from '../facsimiles/meetings/media/conversation.ts';
import { createCeasedPictures, lastPictureMs } from '../lab/ceased-pictures.ts';
import { until } from '../lab/until.ts';
import { beginTake } from './meeting-recording.ts';
import type { Speaker } from './meeting-world.ts';

/** By two voices that nobody takes for each other. */
const clips = ['elena-06', 'tom-05'] as const;

/** How voices come, by what has come of people since a moment; undefined while too little has. */
const voicesIn = (
  media: readonly MediaView[],
  people: readonly Speaker[],
  since_ms: number,
): MeetingCapabilities['voices'] | undefined => {
  const sounds = media.filter(({ medium, kind }) => medium === 'sound' && kind !== 'unknown');
  // What the page plays comes by no connection that is known of.
  if (sounds.some(({ arrived_ms, is_cut_off }) => arrived_ms === null && is_cut_off === null)) return 'sound_of_page';
  const arriving = sounds.filter(({ arrived_ms, is_wanted }) => is_wanted && (arrived_ms ?? 0) > since_ms);
  const ofTheirOwn = people.filter(({ id }) =>
    arriving.some(({ kind, participant_id }) => kind === 'voice' && participant_id === id),
  );
  if (ofTheirOwn.length === people.length) return 'track_per_person';
  const lines = arriving.filter(({ kind }) => kind === 'line').length;
  if (lines === 0) return undefined;
  return lines > 1 ? 'shared_lines' : 'one_mix';
};

/** Notes who begins and ceases to speak, and of whose cameras pictures come. */
const createWitness = () => {
  const begun = new Set<string>();
  const speaking = new Set<string>();
  const seen = new Set<string | null>();
  const frames = new Map<string, number>();
  return {
    /** Since it was emptied. */
    begun,
    speaking: speaking as ReadonlySet<string>,
    seen: seen as ReadonlySet<string | null>,
    look({ media, speech }: MeetingView): void {
      for (const { type, participant_id } of speech) {
        if (type === 'speech_stop') speaking.delete(participant_id);
        else for (const known of [begun, speaking]) known.add(participant_id);
      }
      for (const camera of media.filter(({ kind }) => kind === 'camera')) {
        if (camera.frames > (frames.get(camera.id) ?? camera.frames)) seen.add(camera.participant_id);
        frames.set(camera.id, camera.frames);
      }
    },
  };
};

/** Pictures cease to come while they are not wanted; of a page that offers no such thing it is told what it lacks. */
const expectPicturesAsWanted = async (meeting: Meeting, offersNoPictures: boolean): Promise<void> => {
  if (!meeting.wantPictures) return;
  if (!offersNoPictures) {
    await expect(meeting.wantPictures(false)).rejects.toThrow(ElementMissingError);
    return;
  }
  const haveCeased = createCeasedPictures();
  const look = () => meeting.look();
  await meeting.wantPictures(false);
  await until(look, (view) => haveCeased(view, Date.now()));
  const from_ms = Date.now();
  await meeting.wantPictures(true);
  await until(look, (view) => lastPictureMs(view) > from_ms);
};

interface Surroundings {
  /** In which the recording is looked at, and a page of a host of this machine for that. */
  readonly browser: Browser;
  readonly blank: string;
  readonly offersNoPictures: boolean;
}

/** Two people talk, who have not before, and are recorded meanwhile; then the bot wants no pictures for a while. */
export const expectConversation = async (
  meeting: Meeting,
  people: readonly [Speaker, Speaker],
  { browser, blank, offersNoPictures }: Surroundings,
): Promise<void> => {
  const { capabilities, speech } = meeting;
  await until(
    () => meeting.look(),
    ({ participants }) =>
      people.every(({ id }) => participants.some((person) => person.id === id && person.has_camera)),
  );
  const take = await beginTake(meeting);
  const witness = createWitness();
  const live = new Set<string>();
  /** Who speaks alone now. */
  let speaker: string | undefined;
  /** When somebody was last heard. */
  let sounded_ms = performance.now();
  const look = async (): Promise<MeetingView> => {
    const view = await meeting.look();
    take.look();
    witness.look(view);
    if (witness.speaking.size > 0) sounded_ms = performance.now();
    if (speaker !== undefined)
      for (const id of [...witness.begun, ...live]) expect(id, 'who is told to speak').toBe(speaker);
    return view;
  };
  await meeting.voices?.start(16_000, ({ participant_id }) => {
    if (participant_id === null) return;
    live.add(participant_id);
    sounded_ms = performance.now();
  });
  const sayOf = async (id: string, clip: string) => {
    const person = people.find((person) => person.id === id);
    if (!person) throw new Error(`${id} does not speak`);
    return person.say(clip);
  };
  const { said, say, lateMs, heard, misheard } = await converse({ say: sayOf }, { look, speech });

  const from_ms = Date.now();
  for (const [turn, { id }] of people.entries()) {
    witness.begun.clear();
    live.clear();
    speaker = id;
    await heard(await say(id, clips[turn] ?? ''));
    const isTold = () => witness.begun.size > 0 && (!meeting.voices || live.size > 0);
    // On a busy machine the rest of a sentence may come yet, after a pause in it.
    await until(look, () => isTold() && performance.now() - sounded_ms > lateMs());
    expect(await misheard()).toEqual([]);
  }
  speaker = undefined;
  const spoken = [...said];

  const voicesSince = async (since_ms: number) => voicesIn((await look()).media, people, since_ms);
  const inTurn = await until(
    () => voicesSince(from_ms),
    (voices) => voices !== undefined,
  );
  if (inTurn === 'track_per_person' || inTurn === 'sound_of_page') expect(inTurn).toBe(capabilities.voices);
  else {
    // Whoever shares lines with others has one for themselves while they speak at once.
    const together_ms = Date.now();
    await Promise.all(people.map(({ say }, turn) => say(clips[turn] ?? '')));
    await until(
      () => voicesSince(together_ms),
      (voices) => voices === capabilities.voices,
    );
  }
  // Whoever has spoken is shown, and so their picture has come.
  const ofTheirOwn = capabilities.pictures === 'track_per_person' ? people.map(({ id }) => id) : [];
  await until(look, () => witness.seen.size >= ofTheirOwn.length);
  expect(witness.seen).toEqual(new Set(ofTheirOwn));
  await speech.stop();
  await take.end();
  await Promise.all([take.expectSpoken(browser, blank, spoken), expectPicturesAsWanted(meeting, offersNoPictures)]);
};
