/**
 * Jitsi's bridge as one page knows it: some lines of sound and of pictures for everybody, and a channel that says whose a
 * line is now (SSRC rewriting). A line is given to somebody else when it was idle for longest.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Channel, MediaServer } from '../media/media-server.ts';
import type { SpokenPacket } from '../media/talk.ts';
import type { MeetingListener, Member } from '../meeting.ts';
import type { MappedSource, Person } from './protocol.ts';
import { createSources, type Sources } from './sources.ts';

export const soundLines = ['remote-audio-1', 'remote-audio-2', 'remote-audio-3'] as const;
export const pictureLines = ['remote-video-1', 'remote-video-2', 'remote-video-3', 'remote-video-4'] as const;
/** What the bridge offers everybody and nobody owns: its mixes, which it never makes. */
export const mixed = { sound: 'mixedlabelaudio0', pictures: 'mixedlabelvideo0' } as const;

/** A line is free for somebody else when nothing was said through it for so many packets of 20 ms. */
const freeAfter = 10;
const freeAfterMs = freeAfter * 20;
/** As loud as people speak. */
const level = 30;

interface Holder {
  source: string | undefined;
  /** By the order of use. */
  used: number;
  /** By the clock of the bridge. */
  used_ms: number;
}

export interface Bridge extends Pick<MeetingListener, 'pictures'> {
  /** What the page knows its lines by: nothing is mapped before. */
  named(ssrcs: Readonly<Record<string, number>>): void;
  /** The page asks for so many lines of these pictures, and of all others: of none it is sent nothing. */
  wanted(lines: Readonly<Record<string, number>>, of_others: number): void;
  hear(packets: readonly SpokenPacket[]): void;
  /** Somebody is gone: their lines stay, and are whoever's next. */
  left(id: string): void;
}

const unused = (): Holder => ({
  source: undefined,
  used: Number.NEGATIVE_INFINITY,
  used_ms: Number.NEGATIVE_INFINITY,
});

/**
 * `now`: what a busy machine says late it says at once, and a line that brings it is no sooner free. `lateWord_ms`: how long after what
 * it sends its channel says whose that is.
 */
export const createBridge = (
  media: MediaServer,
  channel: Promise<Channel>,
  self: () => string | undefined,
  now: () => number,
  { nameOf }: Pick<Sources, 'nameOf'> = createSources(),
  lateWord_ms = 0,
): Bridge => {
  const sound = soundLines.map(unused);
  const pictures = pictureLines.map(unused);
  let ssrcs: Readonly<Record<string, number>> | undefined;
  let dominant: string | undefined;
  let previous: readonly string[] = [];
  let shows = 0;
  /** Until the page asks, it gets all. */
  let isWanted: (source: string) => boolean = () => true;

  const say = (colibriClass: string, message: object): void =>
    void channel.then(async (opened) => {
      await opened.open;
      if (lateWord_ms > 0) await pause(lateWord_ms);
      opened.send(JSON.stringify({ colibriClass, ...message }));
    });
  say('ServerHello', { version: '2.3' });

  const map = (colibriClass: string, line: string, mapped: Omit<MappedSource, 'ssrc'>): void => {
    const ssrc = ssrcs?.[line];
    if (ssrc !== undefined) say(colibriClass, { mappedSources: [{ ...mapped, ssrc }] });
  };

  /** The holder of a source, taken from whoever has used theirs least lately; undefined where all are in use. */
  const take = (
    holders: readonly Holder[],
    source: string,
    isFree: (holder: Holder) => boolean,
  ): number | undefined => {
    const own = holders.findIndex((holder) => holder.source === source);
    if (own >= 0) return own;
    const free = holders.filter(isFree).toSorted((one, other) => one.used - other.used)[0];
    if (!free) return undefined;
    free.source = source;
    return holders.indexOf(free);
  };

  const speaks = (id: string): void => {
    if (dominant === id) return;
    previous = [...(dominant === undefined ? [] : [dominant]), ...previous.filter((one) => one !== id)].slice(0, 10);
    dominant = id;
    say('DominantSpeakerEndpointChangeEvent', {
      dominantSpeakerEndpoint: id,
      previousSpeakers: previous,
      silence: false,
    });
  };

  return {
    named(now) {
      ssrcs = now;
    },
    wanted(lines, of_others) {
      isWanted = (source) => (lines[source] ?? of_others) > 0;
    },
    hear(packets) {
      if (!ssrcs) return;
      for (const { speaker, packet, at } of packets) {
        if (speaker === self()) continue;
        const source = `${speaker}-a0`;
        const had = sound.some((holder) => holder.source === source);
        const index = take(
          sound,
          source,
          ({ used, used_ms }) => at - used > freeAfter && now() - used_ms > freeAfterMs,
        );
        const [holder, line] = [sound[index ?? -1], media.sound[(index ?? -1) + 1]];
        if (index === undefined || !holder || !line) continue;
        if (!had) map('AudioSourcesMap', soundLines[index] ?? '', { source, owner: speaker });
        Object.assign(holder, { used: at, used_ms: now() });
        speaks(speaker);
        line.send(packet, at, { sources: [], level });
      }
    },
    pictures(shown) {
      if (!ssrcs) return;
      shows += 1;
      const named = shown.map((one) => ({ ...one, source: nameOf(one.member.id, one.kind) }));
      const forwarded = named.filter(({ source }) => isWanted(source));
      const sources = forwarded.map(({ source }) => source);
      for (const { member, kind, picture, source } of forwarded) {
        const had = pictures.some((holder) => holder.source === source);
        const index = take(pictures, source, (holder) => !sources.includes(holder.source ?? ''));
        const [holder, line] = [pictures[index ?? -1], media.pictures[(index ?? -1) + 1]];
        if (index === undefined || !holder || !line) continue;
        if (!had) {
          const videoType = kind === 'screen' ? 'DESKTOP' : 'CAMERA';
          map('VideoSourcesMap', pictureLines[index] ?? '', { source, owner: member.id, rtx: '-1', videoType });
          say('ForwardedSources', { forwardedSources: sources });
        }
        holder.used = shows;
        line.send(picture, Date.now() % 2 ** 31);
      }
    },
    left(id) {
      for (const holder of [...sound, ...pictures]) if (holder.source?.startsWith(`${id}-`)) holder.source = undefined;
      if (dominant === id) dominant = undefined;
    },
  };
};

/** Both kinds of lines, those of nobody first. */
export const wishes = {
  // So that the offer has a place for channels: the page opens the bridge's.
  channels: ['default'],
  sound: [{ stream: 'mixedmslabel', track: mixed.sound }, ...soundLines.map((name) => ({ stream: name, track: name }))],
  pictures: [
    { stream: 'mixedmslabel', track: mixed.pictures },
    ...pictureLines.map((name) => ({ stream: name, track: name })),
  ],
};

export const personOf = ({ id, name, isHost, uses }: Member, sources: Pick<Sources, 'of'>): Person => {
  const pictures = sources.of(
    id,
    (['camera', 'screen'] as const).filter((kind) => uses[kind]),
  );
  return { id, name, role: isHost ? 'moderator' : 'participant', ...uses, pictures };
};
