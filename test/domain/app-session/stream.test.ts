import { describe, expect, it } from 'vitest';
import { ConfRtms } from '../../../lib/domain/app-session/stream.ts';
import { rtmsStarted } from '../../facsimiles/conf/events.ts';
import { aUser } from '../../facsimiles/conf/people.ts';

const ids = { meeting_uuid: 'aDYlohsHRtCd4ii1uC2+hA==', rtms_stream_id: '609340fb2a7946909659956c8aa9250c' };
const server = 'wss://rtms-sjc1.zoom.us:443';
const stream = { ...ids, server_urls: server };
const read = (payload: unknown) => ConfRtms.parse(payload);
const faultsOf = (payload: unknown) =>
  ConfRtms.safeParse(payload).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('the payload of a started stream', () => {
  const at = new Date('2026-03-02T09:00:00Z');
  it.each([
    ['alone', stream],
    ['with further keys', { ...stream, operator_id: 'x', is_original_host: true }],
    ['with an account', rtmsStarted(stream, aUser(), at).payload],
    ['below an object', rtmsStarted(stream, aUser(), at, { nested: true }).payload],
    ['in the whole webhook', rtmsStarted(stream, aUser(), at)],
    ['below an object in the whole webhook', rtmsStarted(stream, aUser(), at, { nested: true })],
    ['of a webinar', { ...stream, meeting_uuid: undefined, webinar_uuid: ids.meeting_uuid }],
    ['of a webinar, beside null', { ...stream, meeting_uuid: null, webinar_uuid: ids.meeting_uuid }],
    ['of a session', { rtms_stream_id: ids.rtms_stream_id, session_id: ids.meeting_uuid, server_urls: server }],
    ['with its servers in a list', { ...stream, server_urls: [server] }],
  ])('is understood %s', (_, payload) => {
    expect(read(payload)).toEqual({ ...ids, server_urls: [server] });
  });

  it('may name several servers', () => {
    const urls = `${server}, wss://rtms-sjc2.zoom.us`;
    expect(read({ ...stream, server_urls: urls }).server_urls).toEqual([server, 'wss://rtms-sjc2.zoom.us']);
  });

  it.each([
    ['no stream', { meeting_uuid: 'm', server_urls: server }, 'rtms_stream_id'],
    ['no meeting', { rtms_stream_id: 's', server_urls: server }, 'meeting_uuid: is required'],
    ['null for a meeting', { ...stream, meeting_uuid: null }, 'meeting_uuid: is required'],
    ['no servers', { ...ids, server_urls: ' , ' }, 'server_urls: must name at least one server'],
    ['too many servers', { ...ids, server_urls: Array(9).fill(server).join(',') }, 'server_urls: must name'],
    ['an id that is no text', { ...stream, rtms_stream_id: 7 }, 'rtms_stream_id'],
    ['nothing', {}, 'rtms_stream_id'],
  ])('is refused with %s, and the field is named', (_, payload, fault) => {
    expect(faultsOf(payload)).toContainEqual(expect.stringContaining(fault));
  });

  it('is refused when it is no object', () => {
    for (const payload of ['stream', 7, null, undefined, []]) expect(ConfRtms.safeParse(payload).success).toBe(false);
  });
});
