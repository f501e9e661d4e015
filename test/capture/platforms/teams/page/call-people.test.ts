import { expect, it } from 'vitest';
import { callPeopleIn } from '../../../../../lib/capture/platforms/teams/page/call-people.ts';

const mediaStreams = [{ type: 'audio', sourceId: 11, direction: 'sendrecv' }];
const ada = {
  id: '8:orgid:ada',
  displayName: 'Ada',
  meetingRole: 'organizer',
  endpoints: { endpointDetails: [{ endpointId: 'e1', mediaStreams }, { endpointId: 'e2' }] },
};
const pageWith = (participants: unknown) => ({ callingDebug: { observableCall: { participants } } });

it('finds the people of the page’s own call, with what they send', () => {
  const sources = [{ id: '11', kind: 'voice', isSending: true }];
  expect(callPeopleIn(pageWith([ada]))).toEqual([{ id: '8:orgid:ada', name: 'Ada', isHost: true, sources }]);
});

it.each([
  ['no call', {}],
  ['no people', pageWith(undefined)],
  ['something else', pageWith({ ada })],
  [
    'whoever is there by no device',
    pageWith([
      { ...ada, endpoints: {} },
      { ...ada, endpoints: undefined },
    ]),
  ],
  ['whoever has no name or no id', pageWith([null, { ...ada, displayName: '' }, { ...ada, id: 4 }])],
  [
    'what may not be read',
    {
      get callingDebug(): never {
        throw new Error('not here');
      },
    },
  ],
])('finds nobody where the page has %s', (_, page) => {
  expect(callPeopleIn(page)).toEqual([]);
});
