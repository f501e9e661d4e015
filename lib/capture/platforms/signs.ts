/** The tables of signs, by platform: pages that were kept may name one that is none. */
import { demoRoomSigns } from './demo-room/signs.ts';
import { galene } from './galene/signs.ts';
import { googleMeet } from './google-meet/signs.ts';
import { jitsi } from './jitsi/signs.ts';
import type { SignTable } from './judging/signs.ts';
import { livekit } from './livekit/signs.ts';
import { teams } from './teams/signs.ts';
import { zoom } from './zoom/signs.ts';

export const tables: Readonly<Record<string, SignTable | undefined>> = {
  google_meet: googleMeet,
  zoom,
  teams,
  jitsi,
  galene,
  livekit,
  demo_room: demoRoomSigns,
};
