/** What the reader of a bot's diagnostics is told of a meeting that it could not go on in. */
import { expect, it, vi } from 'vitest';
import { createDiagnostics } from '../../../lib/capture/session/diagnostics.ts';
import { systemSessionClock } from '../../../lib/capture/session/ports.ts';
import { LastKept, lastKeptName } from '../../../lib/domain/captured/diagnostics.ts';
import { aMemoryStore } from '../../lab/doubles/memory-segments.ts';

const lastKept = async (facts: Readonly<Record<string, unknown>>, error?: Error): Promise<LastKept> => {
  const store = aMemoryStore();
  const meeting = { isLost: false, evidence: async () => ({ facts, files: [] }) };
  await createDiagnostics({ store, clock: systemSessionClock, log: () => undefined }, 1).keep(
    meeting,
    'unable_to_connect_to_meeting',
    error,
  );
  return LastKept.parse(JSON.parse(String(Buffer.from(store.objects.get(lastKeptName) ?? []))));
};
const not_loaded = 'Error: net::ERR_NAME_NOT_RESOLVED at https://meet.example.com/';

it('is why the page did not come, where nothing else went wrong', async () => {
  expect(await lastKept({ not_loaded })).toMatchObject({ error: not_loaded });
});

it('is what went wrong otherwise, with what was behind it', async () => {
  const error = new Error('the meeting is gone', { cause: new Error('its page crashed') });
  expect(await lastKept({ not_loaded }, error)).toMatchObject({
    error: 'Error: the meeting is gone',
    cause: 'Error: its page crashed',
  });
});

it('is nothing that an address holds: passcodes and tokens', async () => {
  const cause = new Error('net::ERR_TIMED_OUT at https://zoom.us/j/1?pwd=secret');
  const error = new Error('navigated to https://teams.microsoft.com/meet/1#token=secret', { cause });
  expect(await lastKept({}, error)).toMatchObject({
    error: 'Error: navigated to https://teams.microsoft.com/meet/1#…',
    cause: 'Error: net::ERR_TIMED_OUT at https://zoom.us/j/1?…',
  });
});

it('is no error where a page is what it is', async () => {
  expect(await lastKept({})).not.toHaveProperty('error');
});

it.each(['put', 'evidence'] as const)('is nothing that a session waits for where it hangs (%s)', async (hanging) => {
  vi.useFakeTimers();
  try {
    const hangs = () => new Promise<never>(() => undefined);
    const store = { ...aMemoryStore(), ...(hanging === 'put' && { put: hangs }) };
    const logged: string[] = [];
    const meeting = {
      isLost: false,
      evidence: hanging === 'evidence' ? hangs : async () => ({ facts: {}, files: [] }),
    };
    const diagnostics = createDiagnostics(
      { store, clock: systemSessionClock, log: (message) => void logged.push(message) },
      1,
    );
    const kept = diagnostics.keep(meeting, 'nothing_comes').then(() => 'gone on');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await Promise.race([kept, Promise.resolve('waiting')])).toBe('gone on');
    expect(logged).toEqual(['no diagnostics could be kept']);
  } finally {
    vi.useRealTimers();
  }
});
