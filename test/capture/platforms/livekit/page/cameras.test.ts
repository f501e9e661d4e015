import { beforeEach, describe, expect, it } from 'vitest';
import {
  createLiveKitCameras,
  type LiveKitCameras,
} from '../../../../../lib/capture/platforms/livekit/page/cameras.ts';
import type { RoomMember, SentTrack } from '../../../../../lib/capture/platforms/livekit/page/roster.ts';
import type { TapListener } from '../../../../../lib/capture/programs/page/taps/tap.ts';
import { type ProtoFields, proto } from '../../../../lab/builders/proto.ts';

const [camera, microphone, screen] = [1, 2, 3];
const aTrack = (sid: string, source: number): SentTrack => ({
  sid,
  source,
  isVideo: source !== microphone,
  isMuted: false,
  isEncrypted: false,
  stream: '',
});
const aMember = (identity: string, ...tracks: SentTrack[]): RoomMember => ({
  sid: `PA_${identity}`,
  identity,
  name: identity,
  joined_at_ms: null,
  isHidden: false,
  isProgram: false,
  mayWrite: true,
  maySend: () => true,
  tracks,
});
const ada = aMember('ada', aTrack('TR_ada', camera), aTrack('TR_voice', microphone));
const ben = aMember('ben', aTrack('TR_ben', camera), aTrack('TR_screen', screen));

const asks = (sids: string[], settings: ProtoFields): Uint8Array => proto({ 7: { 1: sids, ...settings } });
const large = (...sids: string[]): Uint8Array => asks(sids, { 5: 1_280, 6: 720 });
const small = (...sids: string[]): Uint8Array => asks(sids, { 5: 320, 6: 180 });
const none = (...sids: string[]): Uint8Array => asks(sids, { 3: 1 });
const inFull = (...sids: string[]): Uint8Array => asks(sids, { 4: 2 });
const joined = proto({ 1: { 2: { 1: 'PA_bot' } } });
const returned = proto({ 19: { 1: 'ice' } });

let members: readonly RoomMember[];
let cameras: LiveKitCameras;
let asked: Uint8Array[];
let hear: TapListener;
const connect = (): void => {
  hear = cameras.connect((bytes) => asked.push(bytes));
};
const server = (bytes: Uint8Array): void => hear({ from: 'other', bytes, left_out: 0 });
const page = (bytes: Uint8Array, left_out = 0): void => hear({ from: 'page', bytes, left_out });
/** What has been asked for since it was last looked at. */
const newly = (): Uint8Array[] => asked.splice(0);

beforeEach(() => {
  members = [ada, ben];
  cameras = createLiveKitCameras(() => members);
  asked = [];
  connect();
});

describe('whose cameras a LiveKit server is asked for', () => {
  it('is as large as they are wanted, and screens in full, once each', () => {
    server(joined);
    cameras.want({ ada: 'large', ben: 'small' });
    expect(newly()).toEqual([large('TR_ada'), small('TR_ben'), inFull('TR_screen')]);
    cameras.want({ ada: 'large', ben: 'small' });
    expect(newly()).toEqual([]);
    cameras.want({ ada: 'none', ben: 'none' });
    expect(newly()).toEqual([none('TR_ada', 'TR_ben')]);
  });

  it('is nothing of those of whom nothing has been decided, nor where no pictures are recorded', () => {
    server(joined);
    page(asks(['TR_ada'], { 3: 1 }));
    expect(newly()).toEqual([]);
    cameras.want({});
    expect(newly()).toEqual([inFull('TR_screen')]);
  });

  it('is of those as well who come, or send something else, later', () => {
    server(joined);
    cameras.want({ ada: 'large', ben: 'small' });
    newly();
    members = [ada, aMember('ben', aTrack('TR_ben2', camera))];
    cameras.want({ ada: 'large', ben: 'small' });
    expect(newly()).toEqual([small('TR_ben2')]);
  });

  it('is said again after the page has asked for something else', () => {
    server(joined);
    cameras.want({ ada: 'large', ben: 'small' });
    newly();
    page(asks(['TR_ada'], { 3: 1 }));
    page(asks(['TR_screen'], { 5: 417, 6: 230 }));
    page(asks(['TR_voice'], {}));
    expect(newly()).toEqual([large('TR_ada'), inFull('TR_screen')]);
  });

  it('is said again where not everything was heard of what the page has asked for', () => {
    server(joined);
    cameras.want({ ada: 'large', ben: 'small' });
    newly();
    page(proto({ 16: { 1: 1 } }), 3);
    cameras.want({ ada: 'large', ben: 'small' });
    expect(newly()).toEqual([large('TR_ada'), small('TR_ben'), inFull('TR_screen')]);
  });

  it('is said again of what the server begins to send', () => {
    server(joined);
    cameras.want({ ada: 'none', ben: 'none' });
    newly();
    server(
      proto({
        13: {
          1: [
            { 1: 'PA_ada', 2: 'TR_ada' },
            { 1: 'PA_gone', 2: 'TR_gone' },
          ],
        },
      }),
    );
    expect(newly()).toEqual([none('TR_ada')]);
  });

  it('is not said before the server has let the page in, and anew by each socket', () => {
    cameras.want({ ada: 'large', ben: 'none' });
    expect(newly()).toEqual([]);
    server(joined);
    expect(newly()).toEqual([large('TR_ada'), none('TR_ben'), inFull('TR_screen')]);
    const before = hear;
    connect();
    cameras.want({ ada: 'large', ben: 'large' });
    before({ from: 'page', bytes: asks(['TR_ada'], { 3: 1 }), left_out: 0 });
    expect(newly()).toEqual([]);
    server(returned);
    expect(newly()).toEqual([large('TR_ada', 'TR_ben'), inFull('TR_screen')]);
    // Coming back, the page says what it does without.
    page(proto({ 12: { 6: ['TR_ada'] } }));
    expect(newly()).toEqual([large('TR_ada', 'TR_ben'), inFull('TR_screen')]);
  });
});
