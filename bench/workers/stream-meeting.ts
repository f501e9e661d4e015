/** Plays a meeting as a stream, for as long as its process lives; its address and what opens it are its first line. */
import { anApp } from '../../test/facsimiles/conf/people.ts';
import { signatureOf } from '../../test/facsimiles/rtms/handshakes.ts';
import { anRtms } from '../../test/facsimiles/rtms/rtms.ts';
import { aLongMeeting } from '../../test/facsimiles/rtms/script.ts';
import { noticeOf } from '../../test/lab/worlds/streams/stream-world.ts';

const [minutes = '1', film = 'hd'] = process.argv.slice(2);
const rtms = await anRtms();
const stream = rtms.startStream();
const { server_urls, ...ids } = noticeOf(stream.started());
console.log(JSON.stringify({ ...ids, server_urls, signature: signatureOf(anApp(), ids) }));
while (stream.accepted.media === 0) await new Promise((resolve) => setTimeout(resolve, 50));
using _ = await stream.play(aLongMeeting(Number(minutes), film === 'rare' ? film : 'hd'));
while (stream.state !== 'TERMINATED') await new Promise((resolve) => setTimeout(resolve, 200));
process.exit(0);
