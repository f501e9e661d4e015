import { describe, expect, it } from 'vitest';
import { type CallHolder, ownIdIn } from '../../../../../../lib/capture/platforms/teams/page/call/page-call.ts';

const call = { callerMri: '8:teamsvisitor:notes' };
const other = { callerMri: '8:teamsvisitor:before' };
const service = (active: typeof call | null): CallHolder['msteamscalling'] => ({
  deref: () => ({ callingService: { getActiveCall: () => active } }),
});

describe('whom the page takes for the bot', () => {
  it.each([
    ['by the call that goes on', { msteamscalling: service(call), callingDebug: { observableCall: other } }],
    ['by the call that it shows', { msteamscalling: service(null), callingDebug: { observableCall: call } }],
    ['where there is only that', { callingDebug: { observableCall: call } }],
  ])('is told %s', (_, page) => expect(ownIdIn(page)).toBe('8:teamsvisitor:notes'));

  it.each([
    ['nothing', {}],
    ['no call', { msteamscalling: service(null), callingDebug: { observableCall: null } }],
    ['something else', { callingDebug: { observableCall: { callerMri: 7 } } }],
    ['something else', { msteamscalling: { deref: 'later' } as unknown as CallHolder['msteamscalling'] }],
  ])('is not known where the page has %s', (_, page) => expect(ownIdIn(page)).toBeUndefined());
});
