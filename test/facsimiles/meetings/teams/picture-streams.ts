/** Teams' streams of pictures: a page asks for those whom it shows, and each stream brings whom it was asked for last. */
import type { Member } from '../meeting.ts';
import { sourcesOf } from './wire.ts';

export const pictureStreams = [2_001, 2_002, 2_003, 2_004];
const nothingAnyMore = -1;

/** `ask`: the page asks for a source on one of its streams. */
export const createPictureStreams = (ask: (stream: number, source: number) => void) => {
  /** What comes by which stream, as the services were asked. */
  const asked = new Map<number, number>();
  /** What the page itself means to see, by stream. */
  const wanted = new Map<number, number>();
  const want = (stream: number, source: number): void => {
    wanted.set(stream, source);
    ask(stream, source);
  };
  return {
    /** The page asks for what these people send, as far as it has streams. */
    choose(members: readonly Member[]): void {
      const sources = members
        .filter(({ isGuest }) => !isGuest)
        .flatMap((member) => {
          const { screen, video } = sourcesOf(member);
          return [...(member.uses.screen ? [screen] : []), ...(member.uses.camera ? [video] : [])];
        });
      for (const [stream, source] of wanted)
        if (source !== nothingAnyMore && !sources.includes(source)) want(stream, nothingAnyMore);
      const free = pictureStreams.filter((stream) => (wanted.get(stream) ?? nothingAnyMore) === nothingAnyMore);
      for (const source of sources) {
        if ([...wanted.values()].includes(source)) continue;
        const stream = free.shift();
        if (stream !== undefined) want(stream, source);
      }
    },
    /** The services have been asked. */
    asked(stream: number, source: number): void {
      asked.set(stream, source);
    },
    /** The name of the stream that brings a source. */
    bringing: (source: number): string | undefined => {
      const stream = [...asked].find(([, one]) => one === source)?.[0];
      return stream === undefined ? undefined : String(stream);
    },
  };
};
