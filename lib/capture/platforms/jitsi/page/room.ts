/** Who is in a Jitsi meeting and what they send, as the page's store says. Pure. */
import { mostPeople } from '../../../meeting/view-limits.ts';
import { type Fields, fieldsOf } from '../../page/told-json.ts';
import { ask, conferenceIn, entriesIn, memberOf, valuesIn, wordOf } from './store.ts';

export interface JitsiPerson {
  /** Of one connection to the meeting. */
  readonly id: string;
  /** Whom the person's token names; null where they came without one. */
  readonly lasting_id: string | null;
  readonly name: string;
  readonly isHost: boolean;
  readonly isSelf: boolean;
}

export interface JitsiTrack {
  /** Of whose it is now: a bridge that has fewer slots than people hands the same track on to others. */
  readonly participant_id: string;
  readonly kind: 'voice' | 'camera' | 'screen';
  readonly isMuted: boolean;
  readonly isOwn: boolean;
  /** What the bridge calls it; empty where the page does not say. */
  readonly source: string;
  /** The number of its stream (SSRC), where the page says it. */
  readonly ssrc?: number;
  readonly media: unknown;
}

/** A picture that somebody can send, whether it comes to the bot or not. */
export interface JitsiSource {
  /** `<person>-v0`, `<person>-v1`: by the order in which they began, so a screen may be either. */
  readonly name: string;
  readonly participant_id: string;
  readonly kind: 'camera' | 'screen';
  readonly isMuted: boolean;
}

const peopleIn = (state: Fields): Fields => fieldsOf(state['features/base/participants']);

/** Newer pages keep what a token says about a person; older ones know it in the conference only. */
const lastingIdOf = (person: Fields, conference: unknown): string | null => {
  const told = wordOf(person.jwtId) || wordOf(fieldsOf(person.userContext).id);
  if (told !== '') return told;
  const known = ask(conference, 'getParticipantById', person.id);
  const identity = fieldsOf(ask(known, 'getIdentity') ?? fieldsOf(known)._identity);
  return wordOf(fieldsOf(identity.user).id) || null;
};

/** As the page shows whoever gave no name. */
const namelessIn = (state: Fields): string =>
  wordOf(fieldsOf(state['features/base/config']).defaultRemoteDisplayName) || 'Fellow Jitster';

const personOf = (person: Fields, conference: unknown, nameless: string): JitsiPerson => ({
  id: wordOf(person.id),
  lasting_id: lastingIdOf(person, conference),
  name: wordOf(person.name) || wordOf(person.displayName) || nameless,
  isHost: person.role === 'moderator',
  isSelf: person.local === true,
});

/** Shared screens and the like stand among people in the store. */
const isPerson = (person: Fields): boolean => wordOf(person.id) !== '' && !person.fakeParticipant;

/** How many there are beside as many as a view holds. */
export const untoldIn = (state: Fields): number => {
  const { local, remote } = peopleIn(state);
  return Math.max(0, [local, ...valuesIn(remote)].filter((one) => isPerson(fieldsOf(one))).length - mostPeople);
};

/** As many as a view holds, the bot first. */
export const peopleOf = (state: Fields): readonly JitsiPerson[] => {
  const { local, remote } = peopleIn(state);
  const { conference } = conferenceIn(state);
  const nameless = namelessIn(state);
  const people: JitsiPerson[] = [];
  for (const one of [local, ...valuesIn(remote)]) {
    if (people.length === mostPeople) break;
    const person = fieldsOf(one);
    if (isPerson(person)) people.push(personOf(person, conference, nameless));
  }
  return people;
};

/** A screen may be told under a name of its own, `<person>-v1`. */
const ownerIn = (remote: unknown, id: string): string | undefined => {
  const owner = fieldsOf(memberOf(remote, id)).fakeParticipant ? id.replace(/-[av]\d+$/, '') : id;
  const person = fieldsOf(memberOf(remote, owner));
  return isPerson(person) ? owner : undefined;
};

const pictureOf = (videoType: unknown): JitsiSource['kind'] => (videoType === 'desktop' ? 'screen' : 'camera');

const kindOf = ({ mediaType, videoType }: Fields): JitsiTrack['kind'] => {
  if (mediaType === 'audio') return 'voice';
  return mediaType === 'screenshare' ? 'screen' : pictureOf(videoType);
};

/** What a server says anew in another language is called `<person>-a0.<language>` (`isTranslatedTrack` in features/base/tracks). */
export const isTranslation = ({ kind, source }: JitsiTrack): boolean => kind === 'voice' && /-a\d+\./.test(source);

/** Every track of the page, translations too; with nobody's id where the page does not list whose it is. */
export const everyTrackOf = (state: Fields): readonly JitsiTrack[] => {
  const tracks = state['features/base/tracks'];
  const { local, remote } = peopleIn(state);
  return (Array.isArray(tracks) ? tracks : []).map((one): JitsiTrack => {
    const track = fieldsOf(one);
    const isOwn = track.local === true;
    const participant_id = isOwn ? wordOf(fieldsOf(local).id) : (ownerIn(remote, wordOf(track.participantId)) ?? '');
    const { jitsiTrack } = track;
    const media = ask(jitsiTrack, 'getTrack') ?? fieldsOf(jitsiTrack).track;
    const source = wordOf(ask(jitsiTrack, 'getSourceName'));
    const ssrc = ask(jitsiTrack, 'getSsrc') ?? ask(jitsiTrack, 'getSSRC');
    const told = { participant_id, kind: kindOf(track), isMuted: track.muted === true, isOwn, source, media };
    return { ...told, ...(typeof ssrc === 'number' && { ssrc }) };
  });
};

/**
 * Tracks that belong to people, without translations of what they say. The bridge also offers two that are nobody's
 * ("mixed"), and those of people who are gone never end; the store has neither.
 */
export const tracksOf = (state: Fields): readonly JitsiTrack[] =>
  everyTrackOf(state).filter((track) => (track.isOwn || track.participant_id !== '') && !isTranslation(track));

/** What people say that they send. */
const toldSourcesOf = (state: Fields): readonly JitsiSource[] =>
  [...valuesIn(peopleIn(state).remote)].flatMap((one): JitsiSource[] => {
    const person = fieldsOf(one);
    if (!isPerson(person)) return [];
    return entriesIn(memberOf(person.sources, 'video')).map(([name, source]) => {
      const { muted, videoType } = fieldsOf(source);
      return { name, participant_id: wordOf(person.id), kind: pictureOf(videoType), isMuted: muted === true };
    });
  });

/**
 * Everybody's pictures. A bridge that rewrites its streams sends only what it is asked for, and of the rest there is no track;
 * where it does not, the store has nothing that people say.
 */
export const sourcesOf = (state: Fields): readonly JitsiSource[] => {
  const told = toldSourcesOf(state);
  const telling = new Set(told.map(({ participant_id }) => participant_id));
  const received = tracksOf(state).flatMap(({ participant_id, kind, isMuted, isOwn, source }): JitsiSource[] =>
    isOwn || kind === 'voice' || source === '' || telling.has(participant_id)
      ? []
      : [{ name: source, participant_id, kind, isMuted }],
  );
  return [...told, ...received];
};
