import { describe, expect, it } from 'vitest';
import { streamStopOf } from '../../../lib/domain/app-session/stop-reasons.ts';
import { stopReasons } from '../../facsimiles/rtms/numbers.ts';

describe('the reason for which a stream ends', () => {
  it('tells the end of the meeting, a revocation, a closing and faults from what people do', () => {
    const told = Object.entries(stopReasons).map(([name, reason]) => [name, streamStopOf(reason)]);
    expect(Object.fromEntries(told)).toEqual({
      UNDEFINED: 'stopped',
      HOST_TRIGGERED: 'stopped',
      USER_TRIGGERED: 'stopped',
      USER_LEFT: 'stopped',
      USER_EJECTED: 'stopped',
      HOST_DISABLED_APP: 'stopped',
      MEETING_ENDED: 'meeting_ended',
      STREAM_CANCELED: 'stopped',
      STREAM_REVOKED: 'revoked',
      ALL_APPS_DISABLED: 'stopped',
      INTERNAL_EXCEPTION: 'failed',
      CONNECTION_TIMEOUT: 'failed',
      INSTANCE_CONNECTION_INTERRUPTED: 'failed',
      SIGNAL_CONNECTION_INTERRUPTED: 'failed',
      DATA_CONNECTION_INTERRUPTED: 'failed',
      SIGNAL_CONNECTION_CLOSED_ABNORMALLY: 'failed',
      DATA_CONNECTION_CLOSED_ABNORMALLY: 'failed',
      EXIT_SIGNAL: 'failed',
      AUTHENTICATION_FAILURE: 'failed',
      AWAIT_RECONNECTION_TIMEOUT: 'failed',
      RECEIVER_REQUEST_CLOSE: 'closed',
      CUSTOMER_DISCONNECTED: 'stopped',
      AGENT_DISCONNECTED: 'stopped',
      ADMIN_DISABLED_APP: 'stopped',
      KEEP_ALIVE_TIMEOUT: 'failed',
      MANUAL_API_TRIGGERED: 'stopped',
      STREAMING_NOT_SUPPORTED: 'stopped',
    });
  });

  it.each([undefined, -1, 27, 1_000])('is somebody’s stopping it where it is not known: %s', (reason) => {
    expect(streamStopOf(reason)).toBe('stopped');
  });
});
