/** What the page of somebody in a meeting of Zoom's hears, shows and is told, in the room that it is in. */
import type { Guest } from '../guest.ts';
import type { MediaServer } from '../media/media-server.ts';
import { type Caption, type FacsimileMeeting, type Message, shownWith } from '../meeting.ts';
import { hereOf, type Seat } from './seat.ts';
import { listenToMix } from './sound.ts';

const shownCaptions = 50;
const speaksForMs = 400;
/** So long the list of people marks whoever was heard, from when it marked them. */
const markedForMs = 3_000;

/** What keeps one page told, until it ceases. */
interface Feed {
  cease(): void;
  media: MediaServer;
  isUpgraded: boolean;
}

export const createFeeds = (seatOf: (guest: Guest) => Seat) => {
  const feeds = new WeakMap<Guest, Feed>();

  const tellCaption = (guest: Guest, caption: Caption): void => {
    if (!guest.open.has('captions')) return;
    const seat = seatOf(guest);
    seat.said = shownWith(seat.said, caption, shownCaptions);
    guest.redraw();
  };

  const tellMessage = (guest: Guest, { to, from }: Message): void => {
    if (to === 'everyone' || [to, from].includes(guest.member?.id ?? '')) guest.redraw();
  };

  /** Whoever spoke last is who the page shows. */
  const followSpeaker = (guest: Guest, here: FacsimileMeeting): (() => void) => {
    let heard_ms = 0;
    return here.talk.listen(([first]) => {
      const seat = seatOf(guest);
      if (!first) return;
      const now_ms = Date.now();
      const isOther = seat.speaker !== first.speaker;
      if (isOther && now_ms - heard_ms < speaksForMs) return;
      heard_ms = now_ms;
      if (!isOther) return;
      seat.speaker = first.speaker;
      guest.redraw();
    });
  };

  /** The list of people marks three of what comes at once. */
  const markHeard = (guest: Guest, here: FacsimileMeeting): (() => void) => {
    const { heard } = seatOf(guest);
    const until = new Map<string, ReturnType<typeof setTimeout>>();
    const unmark = (speaker: string): void => {
      heard.delete(speaker);
      guest.redraw();
    };
    const cease = here.talk.listen((packets) => {
      for (const { speaker } of packets.slice(0, 3)) {
        if (heard.has(speaker)) continue;
        heard.add(speaker);
        until.set(speaker, setTimeout(unmark, markedForMs, speaker).unref());
        guest.redraw();
      }
    });
    return () => {
      cease();
      for (const timer of until.values()) clearTimeout(timer);
      heard.clear();
    };
  };

  const isOther = (guest: Guest) => (speaker: string) => speaker !== guest.member?.id;

  const playMix = (guest: Guest, here: FacsimileMeeting): (() => void) =>
    listenToMix(here.talk, isOther(guest), (piece) => {
      if (!seatOf(guest).hasAudio || feeds.get(guest)?.isUpgraded) return;
      const base64 = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('base64');
      guest.visit.tell({ type: 'tell', value: { type: 'sound', base64 } });
    });

  /** A line for each who is there now, called by their number. */
  const sendLines = (guest: Guest, here: FacsimileMeeting, { sound }: MediaServer): (() => void) =>
    here.talk.listen((packets) => {
      if (!seatOf(guest).hasAudio) return;
      for (const { speaker, packet, at } of packets)
        sound.find(({ stream }) => stream === speaker)?.send(packet, at, { sources: [], level: 30 });
    });

  /** Tells a page of the room that it is in, in place of the one before. */
  const tune = (guest: Guest, media: MediaServer, isUpgraded: boolean): void => {
    feeds.get(guest)?.cease();
    const here = hereOf(guest, seatOf(guest));
    const ceasing = [
      isUpgraded ? sendLines(guest, here, media) : playMix(guest, here),
      followSpeaker(guest, here),
      markHeard(guest, here),
      here.listen({
        people: () => guest.redraw(),
        message: (message) => tellMessage(guest, message),
        caption: (caption) => tellCaption(guest, caption),
      }),
    ];
    feeds.set(guest, {
      media,
      isUpgraded,
      cease() {
        for (const cease of ceasing) cease();
      },
    });
  };

  return {
    tune,
    /** In another room. */
    tuneAgain(guest: Guest): void {
      const feed = feeds.get(guest);
      if (feed) tune(guest, feed.media, feed.isUpgraded);
    },
    mediaOf: (guest: Guest): MediaServer | undefined => feeds.get(guest)?.media,
    cease: (guest: Guest): void => feeds.get(guest)?.cease(),
  };
};
