import { guardedSockets } from '../../../lib/capture/streams/rtms/socket.ts';
import { streamMeetings } from '../../../lib/capture/streams/stream-meeting.ts';
import { describeMeeting } from '../../contracts/meeting.ts';
import { anApp } from '../../facsimiles/conf/people.ts';
import { signatureOf } from '../../facsimiles/rtms/handshakes.ts';
import { anRtms } from '../../facsimiles/rtms/rtms.ts';
import { until } from '../../lab/until.ts';
import { noticeOf } from '../../lab/worlds/streams/stream-world.ts';

/** The address says which stream of the world it is, and how it is opened. */
const openWorld = async () => {
  const rtms = await anRtms();
  const streams = new Map<string, ReturnType<typeof rtms.startStream>>();
  return {
    open(url: string) {
      const [name = '', wrong] = url.split('?');
      const stream = streams.get(name);
      if (!stream) throw new Error(`there is no stream ${name}`);
      const { server_urls, ...ids } = noticeOf(stream.started());
      const signature = wrong ? '0'.repeat(64) : signatureOf(anApp(), ids);
      const meetings = streamMeetings({
        stream: () => ({ key: { ...ids, signature }, servers: server_urls, hasTranscript: true, isOver: false }),
        open: guardedSockets({ allow_loopback: true }),
      });
      const size = { width: 1280, height: 720 };
      return meetings.open({ meeting_url: url, platform: 'zoom', size, log: () => undefined });
    },
    async scene(phase: string) {
      const stream = rtms.startStream();
      streams.set(stream.rtms_stream_id, stream);
      const reasons: Readonly<Record<string, 6 | 1>> = { ended: 6, removed: 1 };
      return {
        url: phase === 'blocked' ? `${stream.rtms_stream_id}?wrong` : stream.rtms_stream_id,
        ...(reasons[phase] && {
          async afterwards() {
            await until(
              () => stream.accepted.media,
              (accepted) => accepted > 0,
            );
            stream.end(reasons[phase] ?? 6);
          },
        }),
      };
    },
    [Symbol.asyncDispose]: () => rtms[Symbol.asyncDispose](),
  };
};

describeMeeting('a real-time stream', {
  capabilities: {
    voices: 'track_per_person',
    pictures: 'speaker',
    captions: true,
    chat: 'none',
    recording_permission: false,
    breakout_rooms: false,
    hosts: false,
    camera_wishes: false,
    one_client: true,
    unseen: true,
    pauses: true,
  },
  phases: ['pre_join', 'in_meeting', 'ended', 'removed', 'blocked'],
  hasPeople: false,
  openWorld,
});
