import { beforeEach, describe, expect, it } from 'vitest';
import { makeModerator } from '../../../../../lib/capture/platforms/jitsi/page/first-comer.ts';
import { aConference, aJitsiPage, aParticipant } from './a-page.ts';

let page: ReturnType<typeof aJitsiPage>;
let granted: string[];
const local = { id: 'aa11', local: true, role: 'moderator' };
const show = (own: object, ...others: readonly { readonly id: string }[]): void =>
  page.set('base/participants', { local: own, remote: new Map(others.map((one) => [one.id, one])) });

beforeEach(() => {
  page = aJitsiPage();
  granted = [];
  page.set('base/conference', {
    conference: { ...aConference('standup'), grantOwner: (id: string) => void granted.push(id) },
  });
});

describe('a bot that is moderator of a Jitsi meeting because it came first', () => {
  it('makes a moderator of somebody', () => {
    show(local, aParticipant('bb22', 'Ben'));
    expect([makeModerator(page.state, 'bb22'), granted]).toEqual([true, ['bb22']]);
  });

  it.each([
    ['somebody who is not there', 'cc33', {}],
    ['a gateway of telephones', 'bb22', { isJigasi: true }],
    ['what shows itself as a bot', 'bb22', { botType: 'poltergeist' }],
    ['a shared screen', 'bb22', { fakeParticipant: 'RemoteScreenShare' }],
  ])('makes none of %s', (_, id, more) => {
    show(local, aParticipant('bb22', 'Ben', more));
    expect([makeModerator(page.state, id), granted]).toEqual([false, []]);
  });

  it('makes none where another is one already, or where it is none itself', () => {
    show(local, aParticipant('bb22', 'Ben'), aParticipant('cc33', 'Cy', { role: 'moderator' }));
    expect(makeModerator(page.state, 'bb22')).toBe(false);
    show({ ...local, role: 'participant' }, aParticipant('bb22', 'Ben'));
    expect([makeModerator(page.state, 'bb22'), granted]).toEqual([false, []]);
  });

  it.each([
    ['it is one by its token', 'base/jwt', { jwt: 'header.payload.signature' }],
    ['whoever serves the page lets nobody', 'base/config', { remoteVideoMenu: { disableGrantModerator: true } }],
    ['the page has no way to', 'base/conference', { conference: aConference('standup') }],
  ])('makes none where %s', (_, feature, value) => {
    show(local, aParticipant('bb22', 'Ben'));
    page.set(feature, value);
    expect([makeModerator(page.state, 'bb22'), granted]).toEqual([false, []]);
  });
});
