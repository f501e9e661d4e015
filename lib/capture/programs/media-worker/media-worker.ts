/**
 * The media worker of a meeting's page, which lives as long as the page: all media is handled here, off the page's
 * thread. The entry point of a bundle of its own.
 */

import { holdWorkersInThread } from '../../media/encoding/workers-in-thread.ts';
import { createListener } from '../../media/listening/listener.ts';
import type { Sound } from '../../media/sound.ts';
import type { WorkerCommand, WorkerMessage } from '../protocol/media.ts';
import { toPcm } from '../shared/sound.ts';
import { unixTime } from '../shared/unix-time.ts';
import { createLiveVoices } from './live-voices.ts';
import { createPageClock } from './page-clock.ts';
import { createTabPictures, type PictureSource } from './take/picture-source.ts';
import { createTake, type Take } from './take/take.ts';
import { createMeetingTracks } from './views/meeting-tracks.ts';
import { createViewPictures } from './views/view-pictures.ts';
import { readVoice, type VoiceReading } from './voices.ts';

type Command<T extends WorkerCommand['type']> = Extract<WorkerCommand, { type: T }>;

const tellReachedEveryMs = 1_000;
const askAgainAfterMs = 250;

// For as long as this worker lives: it is away from the page's thread already.
holdWorkersInThread();

const say = (message: WorkerMessage): void => postMessage(message);

const meeting = createMeetingTracks(
  (participant_id, now_ms) => listener.silenceOf(participant_id, now_ms),
  (tracks) => say({ type: 'watch', tracks }),
  (sizes) => say({ type: 'cameras', sizes }),
);
const live = createLiveVoices(({ participant_id, at_ms, sample_rate, samples }) =>
  say({
    type: 'live',
    participant_id,
    start_timestamp_ms: Math.round(unixTime(at_ms)),
    duration_ms: (samples.length / sample_rate) * 1000,
    sample_rate,
    pcm: toPcm(samples),
  }),
);
const listener = createListener({
  wallClock: unixTime,
  onSound: live.hear,
  tell(heard) {
    say({ type: 'heard', ...heard });
    for (const { participant_id, type, at_ms } of heard.changes)
      meeting.director.hear(participant_id, { type, at_ms: at_ms - unixTime(0) });
  },
  give: (piece) => say({ type: 'piece', ...piece, pcm: piece.pcm.toBase64() }),
});
const voices = new Map<number, VoiceReading>();
const reached = new Set<number>();
let take: Take | undefined;
let picture_delay_ms: number | undefined;
const pageClock = createPageClock(performance.timeOrigin);
let asked_ms = 0;
/** What came before the page's clock was known. */
const early: WorkerCommand[] = [];

const askForClock = (): void => {
  asked_ms = performance.now();
  say({ type: 'clock_wanted' });
};

const hear = (sound: Sound): void => {
  reached.add(sound.voice);
  take?.hear(sound);
  listener.hear(sound);
};

const endVoice = (voice: number): void => {
  voices.get(voice)?.stop();
  voices.delete(voice);
  take?.endVoice(voice);
  listener.end(voice, performance.now());
  live.end(voice);
};

const picturesFor = ({ options: { pictures }, tab }: Command<'arm'>): PictureSource | undefined => {
  if (!pictures) return undefined;
  const { of, width, height } = pictures;
  if (of !== 'page') return createViewPictures({ view: of, width, height }, meeting);
  if (!tab) throw new Error('the page is to be recorded, and its pictures were not given');
  return createTabPictures(
    tab,
    (fps) => say({ type: 'pace', fps }),
    () => picture_delay_ms,
  );
};

const arm = (command: Command<'arm'>): void => {
  take?.abandon();
  take = createTake({ options: command.options, source: picturesFor(command), wallClock: unixTime, say });
};

const obey: { readonly [T in WorkerCommand['type']]: (command: Command<T>) => void } = {
  voice: ({ voice, owner, sound }) => {
    listener.add(voice, owner);
    voices.set(
      voice,
      readVoice(voice, sound, hear, () => endVoice(voice)),
    );
  },
  voice_owner: ({ voice, owner }) => listener.setOwner(voice, owner, performance.now()),
  line_speakers: ({ voice, spans, by }) =>
    listener.knowSpeakers(
      voice,
      spans.map(({ until_ms, speaker }) => ({ until_ms: pageClock.own(until_ms), speaker })),
      by,
    ),
  voice_delay: ({ voice, delay_ms }) => voices.get(voice)?.delay(delay_ms),
  picture_delay: ({ delay_ms }) => {
    picture_delay_ms = delay_ms;
  },
  voice_ended: ({ voice }) => endVoice(voice),
  listen: ({ options }) => {
    listener.listen(options);
    live.want(options.live_rate);
    say({ type: 'listening' });
  },
  arm,
  meet: ({ people, tracks }) => meeting.meet(people, tracks),
  pictures: ({ track, stream }) => meeting.receive(track, stream),
  begin: ({ take: name }) => take?.begin(name),
  stop: ({ at_ms }) => void take?.stop(pageClock.own(at_ms)),
  clock: (page) => {
    pageClock.answered(page, asked_ms, performance.now());
    if (!pageClock.isPrecise) setTimeout(askForClock, askAgainAfterMs);
    for (const one of early.splice(0)) follow(one);
  },
};

setInterval(() => {
  if (reached.size > 0) say({ type: 'reached', voices: [...reached] });
  reached.clear();
}, tellReachedEveryMs);

const follow = (command: WorkerCommand): void => (obey[command.type] as (command: WorkerCommand) => void)(command);

addEventListener('message', ({ data }: MessageEvent<WorkerCommand>) => {
  if (data.type !== 'clock' && !pageClock.isKnown) early.push(data);
  else follow(data);
});
askForClock();
