/**
 * Teams' sound: the servers mix everybody into one track, and packets of it name who is in it. Another track may repeat it.
 * Pure but for its memory.
 */
import type { LineMoment, ReceivedTrack, TrackOwner } from '../../programs/page/platform-page.ts';
import type { TeamsRoster } from './roster.ts';

const mark = 'mainAudio';
/** As long as packets named nobody, what the servers tell of who speaks is believed for so long. */
const historyMs = 3_000;

type Sound = Pick<ReceivedTrack, 'track' | 'streams' | 'connection'>;

const isMain = ({ track, streams }: Sound): boolean => [track.id, ...streams].some((name) => name.includes(mark));
const isOver = ({ track, connection }: Sound): boolean =>
  track.readyState === 'ended' || connection.connectionState === 'closed';

export const createMix = (
  roster: Pick<TeamsRoster, 'ownerOf'>,
  ownId: () => string | undefined,
  now: () => number = Date.now,
) => {
  /** The mix that is listened to; those of calls that are over make room for the next. */
  let main: Sound | undefined;
  let hasSources = false;
  let speakers: { readonly sources: readonly string[]; readonly at_ms: number } | undefined;

  const choose = (received: Sound): void => {
    if (isMain(received) && (!main || isOver(main))) main = received;
  };

  const personOf = (source: string): string | undefined => {
    const id = roster.ownerOf(source)?.member.id;
    return id === ownId() ? undefined : id;
  };

  return {
    ownerOf(received: Sound): TrackOwner {
      choose(received);
      return { kind: 'line' };
    },
    /** While there is a mix, every other track of sound repeats what is in it. */
    repeats(received: Sound): boolean {
      choose(received);
      return main !== undefined && received.track !== main.track;
    },
    /** Whom the servers take for speakers, the newest first. */
    history(sources: readonly string[]): void {
      speakers = { sources, at_ms: now() };
    },
    /** Of several at once, the loudest who is known. */
    speakerOf({ sources }: LineMoment): string | undefined {
      if (sources.length > 0) hasSources = true;
      const named = sources.map(({ source }) => personOf(String(source))).find((id) => id !== undefined);
      if (named !== undefined || hasSources || !speakers || now() - speakers.at_ms > historyMs) return named;
      return personOf(speakers.sources[0] ?? '');
    },
  };
};
