import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMeetingTracks } from '../../../../../lib/capture/programs/media-worker/views/meeting-tracks.ts';
import type { Person } from '../../../../../lib/capture/programs/protocol/people.ts';

const aPerson = (participant_id: string): Person => ({
  participant_id,
  name: participant_id,
  has_camera: true,
  is_sharing: false,
});
const people = [aPerson('ada'), aPerson('ben')];
const rtpPerMs = 90;

/** One track, the moments of whose pictures the test says; `taken` are those that may be shown. */
const aMeeting = () => {
  const taken: number[] = [];
  const meeting = createMeetingTracks(
    () => Number.POSITIVE_INFINITY,
    () => undefined,
    () => undefined,
  );
  meeting.onPicture((_, at_ms) => taken.push(Math.round(at_ms)));
  let sender: ReadableStreamDefaultController<VideoFrame>;
  const give = (): void => {
    const stream = new ReadableStream<VideoFrame>({
      start(controller) {
        sender = controller;
      },
    });
    meeting.watch(new Set(['v1']));
    meeting.receive('v1', stream);
  };
  give();
  return {
    taken,
    meeting,
    /** Gives the track anew, as it is given when it was not wanted meanwhile. */
    giveAnew() {
      meeting.watch(new Set());
      give();
    },
    ownedBy: (...ids: string[]) =>
      meeting.meet(
        people,
        ids.map((participant_id) => ({ track: 'v1', participant_id, kind: 'camera' as const })),
      ),
    /** A picture comes at a moment; it was captured at that moment, or before. */
    async comes(now_ms: number, captured_ms = now_ms) {
      vi.setSystemTime(now_ms);
      vi.advanceTimersByTime(now_ms - performance.now());
      const frame = {
        timestamp: now_ms * 1_000,
        metadata: () => ({ rtpTimestamp: captured_ms * rtpPerMs }),
        close() {},
      };
      sender.enqueue(frame as unknown as VideoFrame);
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    },
    at: (now_ms: number) => vi.advanceTimersByTime(now_ms - performance.now()),
  };
};

describe('the pictures of a track that is handed on', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['performance', 'Date'] }));
  afterEach(() => vi.useRealTimers());

  it('are those of its new owner, however late one of the old owner’s comes', async () => {
    const { taken, ownedBy, comes, at } = aMeeting();
    ownedBy('ada');
    await comes(100);
    at(200);
    ownedBy('ben');
    await comes(260, 190);
    await comes(300);
    expect(taken).toEqual([100, 300]);
  });

  it('are none at first: the last one of the old owner stands for nobody else', async () => {
    const { meeting, ownedBy, comes } = aMeeting();
    ownedBy('ada');
    await comes(100);
    expect(meeting.feedOf('v1', 'ada')?.hasPicture).toBe(true);
    ownedBy('ben');
    expect(meeting.feedOf('v1', 'ben')?.hasPicture).toBe(false);
  });

  it('are not shown in the place of the old owner, who may still be shown for a moment', async () => {
    const { meeting, ownedBy, comes } = aMeeting();
    ownedBy('ada');
    await comes(100);
    ownedBy('ben');
    await comes(200);
    expect(meeting.feedOf('v1', 'ada')).toBeUndefined();
    expect(meeting.feedOf('v1', 'ben')?.hasPicture).toBe(true);
  });

  it('are waited for a moment where nothing was seen of it before: it cannot be told from when they are', async () => {
    const { taken, ownedBy, comes, giveAnew, at } = aMeeting();
    ownedBy('ada');
    at(200);
    ownedBy();
    at(250);
    ownedBy('ben');
    giveAnew();
    await comes(300);
    await comes(600);
    expect(taken).toEqual([600]);
  });

  it('are shown at once where it was nobody’s for long', async () => {
    const { taken, ownedBy, comes, giveAnew, at } = aMeeting();
    ownedBy('ada');
    at(200);
    ownedBy();
    at(1_000);
    ownedBy('ben');
    giveAnew();
    await comes(1_010);
    expect(taken).toEqual([1_010]);
  });
});
