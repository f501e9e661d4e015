import { describe, expect, it } from 'vitest';
import { streamsByMid } from '../../../../lib/capture/programs/page/remote-streams.ts';

const description = `v=0
o=- 1 2 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0 1 2 3
a=msid-semantic: WMS *
m=audio 9 UDP/TLS/RTP/SAVPF 111
a=mid:0
a=sendonly
a=msid:PA_ada|microphone TR_1
a=ssrc:11 cname:c
m=video 9 UDP/TLS/RTP/SAVPF 96
a=mid:1
a=ssrc:22 cname:c
a=ssrc:22 msid:ben-video-0 track-2
a=ssrc:23 msid:ben-video-0 track-2
m=video 9 UDP/TLS/RTP/SAVPF 96
a=msid:- TR_3
a=mid:2
m=application 9 UDP/DTLS/SCTP webrtc-datachannel
a=mid:3
`;

describe('the streams of a session description', () => {
  it.each([
    ['as written', description],
    ['with the line ends of the standard', description.replaceAll('\n', '\r\n')],
  ])('are told by mid, of media sections and of sources, %s', (_, sdp) => {
    expect([...streamsByMid(sdp)]).toEqual([
      ['0', ['PA_ada|microphone']],
      ['1', ['ben-video-0']],
      ['2', []],
      ['3', []],
    ]);
  });

  it('are none where nothing has been described', () => {
    expect([...streamsByMid('')]).toEqual([]);
  });
});
