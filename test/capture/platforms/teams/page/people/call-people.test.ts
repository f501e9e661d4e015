import { expect, it } from 'vitest';
import type { CallHolder } from '../../../../../../lib/capture/platforms/teams/page/call/page-call.ts';
import {
  callPeopleIn,
  createCallSources,
} from '../../../../../../lib/capture/platforms/teams/page/people/call-people.ts';

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

it('finds whose a source is, and asks the page’s call for those whom it does not know every few seconds only', () => {
  let now_ms = 0;
  let asked = 0;
  const sourceId = (id: number) => ({
    ...ada,
    endpoints: { endpointDetails: [{ mediaStreams: [{ type: 'audio', sourceId: id }] }] },
  });
  let participants = [sourceId(11)];
  const observableCall = {
    get participants() {
      asked += 1;
      return participants;
    },
  };
  const page: CallHolder = { callingDebug: { observableCall } };
  const find = createCallSources(page, () => now_ms);
  expect([find('11'), find('12')]).toEqual([{ id: '8:orgid:ada', kind: 'voice' }, undefined]);
  participants = [sourceId(12)];
  now_ms = 1_900;
  expect([find('11')?.id, find('12'), asked]).toEqual(['8:orgid:ada', undefined, 1]);
  now_ms = 2_000;
  expect([find('12')?.id, find('11'), asked]).toEqual(['8:orgid:ada', undefined, 2]);
});

it('does not take somebody for whom the page’s call before had by the same number', () => {
  const ben = { ...ada, id: '8:orgid:ben' };
  let page: CallHolder = pageWith([ada]);
  const find = createCallSources(
    {
      get callingDebug() {
        return page.callingDebug;
      },
    },
    () => 0,
  );
  expect(find('11')?.id).toBe('8:orgid:ada');
  page = pageWith([ben]);
  expect(find('11')?.id).toBe('8:orgid:ben');
  page = {};
  expect(find('11')).toBeUndefined();
});
