import { beforeEach, describe, expect, it } from 'vitest';
import {
  everyTrackOf,
  isTranslation,
  peopleOf,
  sourcesOf,
  tracksOf,
  untoldIn,
} from '../../../../../lib/capture/platforms/jitsi/page/room.ts';
import { aConference, aJitsiPage, aParticipant, aTrack } from './a-page.ts';

let page: ReturnType<typeof aJitsiPage>;
const gather = (...remote: readonly { readonly id: string }[]): void =>
  page.set('base/participants', {
    local: aParticipant('aa11', 'Notes', { local: true }),
    remote: new Map(remote.map((one) => [one.id, one])),
  });
const tracks = (...all: readonly object[]): void => page.set('base/tracks', all);

beforeEach(() => {
  page = aJitsiPage();
});

describe('the people of a Jitsi meeting', () => {
  it('are the bot and the others, of whom moderators are hosts', () => {
    gather(aParticipant('bb22', 'Maya', { role: 'moderator' }), aParticipant('cc33', 'Maya'));
    expect(peopleOf(page.state)).toEqual([
      { id: 'aa11', lasting_id: null, name: 'Notes', isHost: false, isSelf: true },
      { id: 'bb22', lasting_id: null, name: 'Maya', isHost: true, isSelf: false },
      { id: 'cc33', lasting_id: null, name: 'Maya', isHost: false, isSelf: false },
    ]);
  });

  it('are called as the page calls whoever gave no name', () => {
    gather(aParticipant('bb22', ''));
    expect(peopleOf(page.state)[1]?.name).toBe('Fellow Jitster');
    page.set('base/config', { defaultRemoteDisplayName: 'Guest' });
    expect(peopleOf(page.state)[1]?.name).toBe('Guest');
  });

  it.each([
    ['the store, as newer pages have it', { userContext: { id: 'ben@example.com' } }],
    ['the store', { jwtId: 'ben@example.com' }],
  ])('have the id of their token: by %s', (_, more) => {
    gather(aParticipant('bb22', 'Ben', more));
    expect(peopleOf(page.state)[1]?.lasting_id).toBe('ben@example.com');
  });

  it('have the id of their token: by the conference, where the store has none', () => {
    gather(aParticipant('bb22', 'Ben'));
    const getParticipantById = (id: unknown) => ({ getIdentity: () => ({ user: { id: `${id}@example.com` } }) });
    page.set('base/conference', { conference: { ...aConference('standup'), getParticipantById } });
    expect(peopleOf(page.state)[1]?.lasting_id).toBe('bb22@example.com');
  });

  it('are not the screens and the shared films that stand among them', () => {
    gather(
      aParticipant('bb22', 'Ben'),
      aParticipant('bb22-v1', "Ben's screen", { fakeParticipant: 'RemoteScreenShare' }),
      aParticipant('film', 'YouTube', { fakeParticipant: 'SharedVideo' }),
    );
    expect(peopleOf(page.state).map(({ id }) => id)).toEqual(['aa11', 'bb22']);
  });

  it('are as many as a view holds, with names as long as it holds', () => {
    const name = 'A'.repeat(100_000);
    gather(...Array.from({ length: 10_000 }, (_, n) => aParticipant(`p${n}`, name)));
    const people = peopleOf(page.state);
    expect(people).toHaveLength(1_000);
    expect(new Set(people.map(({ name }) => name.length))).toEqual(new Set([5, 256]));
    expect(untoldIn(page.state)).toBe(9_001);
  });

  it('are nobody in a page that keeps them in another way', () => {
    page.set('base/participants', 'elsewhere');
    expect(peopleOf(page.state)).toEqual([]);
  });
});

describe("a track of a Jitsi meeting, by the page's list of tracks", () => {
  it.each([
    ['voice', { mediaType: 'audio' }],
    ['camera', { mediaType: 'video', videoType: 'camera' }],
    ['screen', { mediaType: 'video', videoType: 'desktop' }],
    ['screen', { mediaType: 'screenshare', videoType: 'desktop' }],
  ])("is somebody's %s: %j", (kind, more) => {
    gather(aParticipant('bb22', 'Ben'));
    tracks(aTrack('bb22', { ...more, jitsiTrack: { getTrack: () => 'a track' } }));
    expect(tracksOf(page.state)).toEqual([
      { participant_id: 'bb22', kind, isMuted: false, isOwn: false, source: '', media: 'a track' },
    ]);
  });

  it("is somebody else's once the bridge has handed its slot on", () => {
    gather(aParticipant('bb22', 'Ben'), aParticipant('cc33', 'Cleo'));
    const jitsiTrack = { track: 'slot 1' };
    tracks(aTrack('bb22', { jitsiTrack }));
    const before = tracksOf(page.state);
    tracks(aTrack('cc33', { jitsiTrack }));
    expect([...before, ...tracksOf(page.state)].map(({ participant_id, media }) => [participant_id, media])).toEqual([
      ['bb22', 'slot 1'],
      ['cc33', 'slot 1'],
    ]);
  });

  it('is whose screen it shows, also where that has a name of its own', () => {
    gather(
      aParticipant('bb22', 'Ben'),
      aParticipant('bb22-v1', "Ben's screen", { fakeParticipant: 'RemoteScreenShare' }),
    );
    tracks(aTrack('bb22-v1', { mediaType: 'screenshare' }));
    expect(tracksOf(page.state)[0]).toMatchObject({ participant_id: 'bb22', kind: 'screen' });
  });

  it("is nobody's while its owner is not there, or gone", () => {
    gather();
    tracks(aTrack('bb22'), aTrack('jvb'), aTrack(''));
    expect(tracksOf(page.state)).toEqual([]);
  });

  it("is the bot's own where it is local", () => {
    gather(aParticipant('bb22', 'Ben'));
    tracks(aTrack('local', { local: true, mediaType: 'video', videoType: 'camera', muted: true }));
    expect(tracksOf(page.state)[0]).toMatchObject({ participant_id: 'aa11', isOwn: true, isMuted: true });
  });

  it('is none where it says in another language what somebody says by theirs', () => {
    gather(aParticipant('bb22', 'Ben'));
    const voice = (source: string) => aTrack('bb22', { jitsiTrack: { track: source, getSourceName: () => source } });
    tracks(voice('bb22-a0'), voice('bb22-a0.fr'), voice('bb22-a0.zh-CN'), voice('b.b-22-a0'));
    expect(tracksOf(page.state).map(({ media }) => media)).toEqual(['bb22-a0', 'b.b-22-a0']);
    // What is heard of the page is chosen by these.
    expect(everyTrackOf(page.state).map(isTranslation)).toEqual([false, true, true, false]);
  });

  it('is none in a page that keeps them in another way', () => {
    page.set('base/tracks', { of: 'another kind' });
    expect(tracksOf(page.state)).toEqual([]);
  });
});

describe('what people in a Jitsi meeting say that they send', () => {
  const video = (...sources: readonly (readonly [string, object])[]) => new Map([['video', new Map(sources)]]);
  const source = (name: string, participant_id: string, kind: string, isMuted = false) => ({
    name,
    participant_id,
    kind,
    isMuted,
  });

  it('is their cameras and screens, by the names that each has', () => {
    const camera = { muted: false, videoType: 'camera' };
    const screen = { muted: false, videoType: 'desktop' };
    gather(
      aParticipant('bb22', 'Ben', { sources: video(['bb22-v0', camera], ['bb22-v1', { ...screen, muted: true }]) }),
      aParticipant('cc33', 'Cleo', { sources: video(['cc33-v0', screen]) }),
      aParticipant('cc33-v0', "Cleo's screen", { fakeParticipant: 'RemoteScreenShare' }),
    );
    expect(sourcesOf(page.state)).toEqual([
      source('bb22-v0', 'bb22', 'camera'),
      source('bb22-v1', 'bb22', 'screen', true),
      source('cc33-v0', 'cc33', 'screen'),
    ]);
  });

  it('is what is received of them, where the page keeps nothing that they say', () => {
    gather(
      aParticipant('bb22', 'Ben'),
      aParticipant('bb22-v0', "Ben's screen", { fakeParticipant: 'RemoteScreenShare' }),
    );
    const jitsiTrack = { getSourceName: () => 'bb22-v0' };
    tracks(
      aTrack('bb22'),
      aTrack('bb22-v0', { mediaType: 'screenshare', jitsiTrack }),
      aTrack('local', { local: true }),
    );
    expect(sourcesOf(page.state)).toEqual([source('bb22-v0', 'bb22', 'screen')]);
  });

  it('is not said by those of older pages', () => {
    gather(aParticipant('bb22', 'Ben'), aParticipant('cc33', 'Cleo', { sources: 'elsewhere' }));
    expect(sourcesOf(page.state)).toEqual([]);
  });
});
