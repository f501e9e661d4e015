/** The room of a Google Meet with the bot in it, told by messages as the service tells its page, and asked who is heard. */
import { createMeetRoom, type MeetRoom } from '../../../../../lib/capture/platforms/google-meet/page/room.ts';
import type { ShownSpeakers } from '../../../../../lib/capture/platforms/google-meet/page/voices.ts';
import { changeOf, snapshotOf } from '../../../../../lib/capture/platforms/google-meet/page/wire.ts';
import { collections, device, snapshot, type TypedChange, type TypedUser } from './meet-messages.ts';

export const [bot, ada, ben] = [device(41), device(30), device(31)];
export const unmarked: ShownSpeakers = { marked: () => undefined, bearing: () => undefined };

export const aRoom = () => {
  let now_ms = 0;
  const room = createMeetRoom(() => now_ms);
  const tell = (change: TypedChange): void => {
    const read = changeOf(collections(change));
    if (read) room.hear(read);
  };
  /** Who is heard through streams for so long, in the end. */
  const speakerIn = (heard: MeetRoom, streams: readonly string[], shown: ShownSpeakers, for_ms = 500) => {
    const end_ms = now_ms + for_ms;
    for (; now_ms < end_ms; now_ms += 50) heard.speakerOf(streams, shown, now_ms);
    return heard.speakerOf(streams, shown, now_ms);
  };
  tell({ event: 1, users: [{ id: bot, name: 'Notes', isSelf: true }] });
  return {
    room,
    tell,
    /** The answer to the page, which asks for all who are there. */
    tellAll(event: number, ...users: readonly TypedUser[]): void {
      const read = snapshotOf(snapshot({ event, users }));
      if (read) room.hearAll(read);
    },
    names: (): string[] => room.people().map(({ name }) => name),
    speakerIn,
    /** Who is heard through streams in a page that marks nobody. */
    voiceOf: (...streams: readonly string[]) => speakerIn(room, streams, unmarked),
    now: () => now_ms,
    quietly(ms: number): void {
      now_ms += ms;
    },
  };
};
