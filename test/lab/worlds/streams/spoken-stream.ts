/** A visit to a stream in which one person speaks all the time, and how much of that is recorded: without servers and encoders. */
import { createMixer } from '../../../../lib/capture/media/encoding/mixer.ts';
import { meetingRate } from '../../../../lib/capture/media/sound.ts';
import { messageTypes } from '../../../../lib/capture/streams/rtms/numbers.ts';
import type { OpenSocket, SocketEvents } from '../../../../lib/capture/streams/rtms/socket.ts';
import type { StreamTake } from '../../../../lib/capture/streams/stream-take.ts';
import { createStreamVisit } from '../../../../lib/capture/streams/stream-visit.ts';
import { heldTime } from '../../../facsimiles/time.ts';

const blockMs = 100;
const block = Buffer.from(new Int16Array((meetingRate * blockMs) / 1000).fill(12_000).buffer).toString('base64');

/** What of the sound that was given to it is in the mix, and how far the mix has come. */
const countingTake = (start_ms: number): StreamTake & { readonly heard_ms: number; readonly reached_ms: number } => {
  const mixer = createMixer(meetingRate);
  let loud = 0;
  let reached_ms = start_ms;
  const reach = (now_ms: number): void => {
    reached_ms = Math.max(reached_ms, now_ms);
    for (const sample of mixer.release((now_ms - start_ms) * 1000)) if (sample > 0.1) loud += 1;
  };
  return {
    get heard_ms() {
      return Math.round((loud / meetingRate) * 1000);
    },
    get reached_ms() {
      return reached_ms;
    },
    hear({ voice, samples, at_ms }) {
      reach(at_ms);
      mixer.add(voice, samples, (at_ms - start_ms) * 1000);
    },
    see: () => undefined,
    showStill: () => undefined,
    endScreen: () => undefined,
    losePictures: () => undefined,
    endVoice: (voice) => mixer.end(voice),
    reach,
    async stop(at_ms) {
      for (const sample of mixer.finish((at_ms - start_ms) * 1000)) if (sample > 0.1) loud += 1;
      return undefined;
    },
    failure: undefined,
  };
};

/** What comes of it first: it is recorded from then on. `behind_ms`: by how much its clock is behind ours. */
interface Beginning {
  readonly behind_ms?: number;
  readonly isSeenFirst?: boolean;
}

export const spokenStream = async ({ behind_ms: first_behind_ms = 0, isSeenFirst = false }: Beginning = {}) => {
  const time = heldTime();
  const sockets: SocketEvents[] = [];
  const open: OpenSocket = (_, events) => {
    sockets.push(events);
    queueMicrotask(() => events.onOpen());
    return { send: () => undefined, ping: () => undefined, end: () => undefined };
  };
  const key = { meeting_uuid: 'm', rtms_stream_id: 's', signature: '' };
  const visit = createStreamVisit({
    stream: () => ({ key, servers: ['wss://example.com'], hasTranscript: false, isOver: false }),
    open,
    time,
    log: () => undefined,
    give: () => undefined,
  });
  const now = (): number => time.now().getTime();
  const say = (socket: SocketEvents | undefined, message: object): void =>
    socket?.onFrame(Buffer.from(JSON.stringify(message)));
  const toMedia = (msg_type: number, data: string, timestamp: number): void =>
    say(sockets.at(-1), { msg_type, content: { user_id: 7, user_name: 'Maya', data, timestamp } });
  let take: ReturnType<typeof countingTake> | undefined;
  let spoken_ms = 0;
  let behind_ms = first_behind_ms;
  let longest_hold_ms = 0;
  const passBlock = (): void => {
    time.advance(blockMs);
    for (const socket of [sockets[0], sockets.at(-1)]) say(socket, { msg_type: messageTypes.keep_alive });
    if (take) longest_hold_ms = Math.max(longest_hold_ms, now() - first_behind_ms - take.reached_ms);
  };
  const passBlocks = (ms: number): void => {
    for (let passed = 0; passed < ms; passed += blockMs) passBlock();
  };
  /** What is said so long, and held up on its way, if it is. */
  const speak = (ms: number, isHeldUp = false): void => {
    const held: number[] = [];
    for (let passed = 0; passed < ms; passed += blockMs) {
      passBlock();
      held.push(now() - behind_ms);
      spoken_ms += blockMs;
      if (!isHeldUp) toMedia(messageTypes.audio, block, held.pop() ?? 0);
    }
    for (const at_ms of held) toMedia(messageTypes.audio, block, at_ms);
  };
  const toPicture = (at_ms: number): void => toMedia(messageTypes.video, '', at_ms);
  const show = (ms: number, every_ms = blockMs): void => {
    for (let passed = 0; passed < ms; passed += every_ms) {
      passBlocks(every_ms);
      toPicture(now() - behind_ms);
    }
  };
  const answerMedia = (): void => say(sockets.at(-1), { msg_type: messageTypes.media_answer, status_code: 0 });

  visit.join('none', undefined);
  await undefined;
  say(sockets[0], {
    msg_type: messageTypes.signaling_answer,
    status_code: 0,
    media_server: { server_urls: { all: 'wss://media.example.com' } },
  });
  await undefined;
  answerMedia();
  if (isSeenFirst) show(blockMs);
  else speak(blockMs);
  visit.begin((start_ms) => {
    take = countingTake(start_ms);
    return take;
  });
  return {
    speak,
    show,
    passSilently: passBlocks,
    /** What is said and seen so long is held up; then come all of its pictures, a second in each block, and after them its sound. */
    speakHeldUpAfterPictures(ms: number, picture_every_ms: number): void {
      const start_ms = now() - behind_ms;
      passBlocks(ms);
      for (let passed = picture_every_ms; passed <= ms; passed += picture_every_ms) {
        if (passed % 1_000 === 0) passBlock();
        toPicture(start_ms + passed);
      }
      passBlocks(300);
      for (let passed = blockMs; passed <= ms; passed += blockMs) {
        if (passed % 1_000 === 0) passBlock();
        toMedia(messageTypes.audio, block, start_ms + passed);
        spoken_ms += blockMs;
      }
    },
    write: (ahead_ms: number): void => toMedia(messageTypes.chat, 'hello', now() + ahead_ms),
    /** Another media server goes on with the stream, whose clock is so much behind that of the first. */
    async moveMedia(ms: number): Promise<void> {
      sockets.at(-1)?.onClosed('the server goes');
      time.advance(blockMs);
      await undefined;
      answerMedia();
      behind_ms = ms;
    },
    /** The longest time for which the recording has stood still. */
    get longest_hold_ms() {
      return longest_hold_ms;
    },
    /** What was said and is not in the recording. */
    async lost_ms(): Promise<number> {
      await visit.end();
      visit[Symbol.dispose]();
      return spoken_ms - (take?.heard_ms ?? 0);
    },
  };
};
