/** Who is in a Google Meet and what they send, as the service tells the page. Pure but for its memory. */
import { BoundedMap } from '../../../../process/bounded.ts';
import type { WireFact } from '../../judging/facts.ts';
import { createMeetAttendance, mostUsers } from './attendance.ts';
import { createMeetVoices, type ShownSpeakers } from './voices.ts';
import type { MeetChange, MeetPeople, MeetUser } from './wire.ts';

const mostOutputs = 15_000;

export interface MeetPerson {
  readonly id: string;
  readonly name: string;
  readonly isSelf: boolean;
  readonly isHost: boolean;
  readonly hasCamera: boolean;
  readonly isSharing: boolean;
}

export interface MeetRoom {
  hear(change: Pick<MeetChange, 'people'> & Partial<Pick<MeetChange, 'outputs' | 'sources'>>): void;
  /** Whose streams of sound are, as something else tells it than what is told of changes. */
  hearSources(sources: MeetChange['sources']): void;
  /**
   * Everybody who is there, told about once a minute. Whoever is missing from two of them in a row, and is neither told of nor
   * heard between them, has left, and nobody has heard of it. Of those after the bot was outside one is enough, as where nothing is
   * told, heard or shown of them for two minutes more. Whoever is told of, heard or shown later is there again.
   */
  hearAll(snapshot: MeetPeople): void;
  /** `shown`: of whose devices the page shows a tile now. */
  look(shown: () => ReadonlySet<string>): void;
  /** The bot's own device, once it is known. */
  readonly self: MeetUser | undefined;
  /** Whoever is inside, in the order in which they were first seen. */
  people(): MeetPerson[];
  /** Of a device, also of one that is gone. */
  nameOf(id: string): string | undefined;
  /**
   * Who is heard through these streams of sound, the loudest first: the first that is somebody's, as that of a shared screen is
   * not. Where the service has not told whose it is, it is theirs whose tile bears its number, or is marked as heard: but nobody's
   * whose voice comes by another.
   */
  speakerOf(streams: readonly string[], shown: ShownSpeakers, at_ms: number): string | undefined;
  /** Whom a page marks as heard, unless that is a shared screen, the bot, or somebody who has left. */
  speakerMarked(marked: ShownSpeakers['marked']): string | undefined;
  /** Whose pictures a stream carries. */
  picturesOf(stream: string): { readonly participant_id: string; readonly kind: 'camera' | 'screen' } | undefined;
  /** For the judge of the page. */
  readonly facts: readonly WireFact[];
}

export const createMeetRoom = (now: () => number = () => performance.now()): MeetRoom => {
  const attendance = createMeetAttendance(now);
  const { meet, inside } = attendance;
  /** Whose pictures a stream carries. */
  const pictures = new BoundedMap<string, string>(mostOutputs);
  /** Whose pictures are on, by what was told of them last. */
  const cameras = new BoundedMap<string, boolean>(mostUsers);

  const voices = createMeetVoices({
    isInside: (id) => inside(id) !== undefined,
    hasLeft: (id) => attendance.user(id) !== undefined && !inside(id) && !attendance.mayHaveLeft(id),
    mayHaveLeft: attendance.mayHaveLeft,
  });

  const isSpeaker = ({ parent_id, isSelf }: MeetUser): boolean => parent_id === '' && !isSelf;

  /** `off`: streams by which nothing is sent. */
  const hearSources = (sources: MeetChange['sources'], off: ReadonlySet<string> = new Set()): void => {
    for (const { stream, user_id } of sources) {
      if (!off.has(stream)) meet(user_id);
      voices.tell('record', stream, user_id);
    }
  };

  const hearOutputs = (outputs: MeetChange['outputs']): void => {
    for (const { medium, stream, user_id, isOff } of outputs) {
      const isOn = stream !== '' && !isOff;
      if (isOn) meet(user_id);
      if (medium === 'pictures') cameras.set(user_id, isOn);
      if (stream === '') continue;
      if (medium === 'pictures') pictures.set(stream, user_id);
      else voices.tell('output', stream, user_id);
    }
  };

  const speakerMarked: MeetRoom['speakerMarked'] = (marked) => {
    const id = marked();
    const known = id === undefined ? undefined : attendance.user(id);
    return !known || (inside(known.id) && isSpeaker(known)) ? id : undefined;
  };

  return {
    hear({ people, outputs = [], sources = [] }) {
      attendance.hear(people);
      // What is sent is told among the sources too.
      hearSources(sources, new Set(outputs.flatMap(({ stream, isOff }) => (isOff ? stream : []))));
      hearOutputs(outputs);
    },
    hearSources: (sources) => hearSources(sources),
    hearAll: attendance.hearAll,
    look: attendance.look,
    get self() {
      return attendance.self;
    },
    people() {
      const here = attendance.all();
      const sharing = new Set(here.map(({ parent_id }) => parent_id));
      return here
        .filter(({ id, parent_id, isSelf }) => parent_id === '' && (!isSelf || id === attendance.self?.id))
        .map(({ id, name, isSelf, isHost }) => ({
          id,
          name,
          isSelf,
          isHost,
          hasCamera: cameras.get(id) ?? false,
          isSharing: sharing.has(id),
        }));
    },
    nameOf: (id) => attendance.user(id)?.name,
    speakerOf(streams, { marked, bearing }, at_ms) {
      voices.hear(streams, at_ms);
      for (const stream of streams) {
        const owner = voices.ownerOf(stream, bearing, at_ms);
        if (owner === undefined) {
          const shown = speakerMarked(marked);
          return shown === undefined ? undefined : voices.ownerAsMarked(stream, shown, at_ms);
        }
        if (owner !== null) meet(owner);
        const user = owner === null ? undefined : inside(owner);
        // Whoever is heard less is not who speaks.
        if (!user) return undefined;
        if (isSpeaker(user)) return user.id;
      }
      return undefined;
    },
    speakerMarked,
    picturesOf(stream) {
      const owner = inside(pictures.get(stream) ?? '');
      if (!owner || owner.isSelf) return undefined;
      if (owner.parent_id === '') return { participant_id: owner.id, kind: 'camera' };
      return attendance.user(owner.parent_id)?.isSelf ? undefined : { participant_id: owner.parent_id, kind: 'screen' };
    },
    get facts() {
      const { self } = attendance;
      return self ? [{ kind: 'meet.self_status', status: self.status }] : [];
    },
  };
};
