/** A real-time stream as a meeting: a bot that nobody sees is in it while its media flows. */
import type { MeetingCapabilities } from '../../domain/meeting/capabilities.ts';
import type { Meeting, MeetingOpener } from '../meeting/meeting.ts';
import type { RecordingWish, Source } from '../meeting/source.ts';
import type { AttributedSound } from '../meeting/speech.ts';
import type { WantedPictures } from './rtms/handshakes.ts';
import { createStreamTake } from './stream-take.ts';
import { systemStreamTime } from './stream-time.ts';
import { createStreamVisit, type StreamedBefore, type StreamVisitPorts } from './stream-visit.ts';

interface StreamMeetingPorts extends Omit<StreamVisitPorts, 'give'> {
  /** What an earlier worker of the bot has had of the stream. */
  readonly streamed?: StreamedBefore | undefined;
}

const capabilities: MeetingCapabilities = {
  voices: 'track_per_person',
  pictures: 'speaker',
  captions: true,
  chat: 'none',
  recording_permission: false,
  breakout_rooms: false,
  hosts: false,
  camera_wishes: false,
  unseen: true,
  one_client: true,
  pauses: true,
};

/** As long as connections are tried, and a little. */
const connectsWithinMs = 185_000;
const tallestHd = 720;

const picturesOf = (wish: RecordingWish | undefined): WantedPictures => {
  if (!wish?.pictures) return 'none';
  return wish.pictures.height > tallestHd ? 'full_hd' : 'hd';
};

const createStreamMeeting = ({ streamed, ...ports }: StreamMeetingPorts): Meeting => {
  let wish: RecordingWish | undefined;
  let isLost = false;
  let hear: ((sound: AttributedSound) => void) | undefined;
  let before = streamed;
  const visitAnew = () => createStreamVisit({ ...ports, give: (sound) => hear?.(sound) });
  let visit = visitAnew();

  const source = (wished: RecordingWish): Source => ({
    async start(sink) {
      visit.begin((start_ms) => createStreamTake(wished, sink, start_ms));
    },
    stop: () => visit.end(),
    look: () => visit.failure,
  });

  return {
    capabilities,
    connects_within_ms: connectsWithinMs,
    get isLost() {
      return isLost;
    },
    giveUp() {
      isLost = true;
      visit[Symbol.dispose]();
    },
    async load() {
      before = visit.streamed ?? before;
      visit[Symbol.dispose]();
      visit = visitAnew();
      visit.listen(hear !== undefined);
    },
    prepare: async () => undefined,
    join: async () => visit.join(picturesOf(wish), before),
    async look() {
      if (isLost) throw new Error('the stream was given up');
      return visit.look();
    },
    settle: async () => undefined,
    // It was asked for when the stream was joined, and cannot be changed later.
    captionIn: async (language) => ports.stream().language === language,
    leave: async () => visit.leave(),
    recorder: {
      async arm(wished) {
        wish = wished;
      },
      source,
    },
    speech: {
      async start(listener) {
        hear = listener;
        visit.listen(true);
      },
      async stop() {
        visit.listen(false);
        hear = undefined;
      },
    },
    async evidence() {
      const { phase, counts } = visit;
      return { facts: { phase, counts }, files: [] };
    },
    async [Symbol.asyncDispose]() {
      visit[Symbol.dispose]();
    },
  };
};

export type { StreamOrders } from './stream-visit.ts';

export type StreamMeetingsOptions = Omit<StreamMeetingPorts, 'log' | 'time'> &
  Partial<Pick<StreamMeetingPorts, 'time'>>;

/** Opens the one meeting that a stream is. */
export const streamMeetings = ({ time = systemStreamTime, ...ports }: StreamMeetingsOptions): MeetingOpener => ({
  open: async ({ log }) => createStreamMeeting({ ...ports, time, log }),
});
