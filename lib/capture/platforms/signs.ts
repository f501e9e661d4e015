/** The tables of signs, by platform. */
import type { Platform } from '../../domain/meeting/meeting-url.ts';
import { demoRoomSigns } from './demo-room/signs.ts';
import { galene } from './galene/signs.ts';
import { googleMeet } from './google-meet/signs.ts';
import { jitsi } from './jitsi/signs.ts';
import type { SignTable } from './judging/signs.ts';
import { livekit } from './livekit/signs.ts';
import { teams } from './teams/signs.ts';
import { zoom } from './zoom/signs.ts';

const signs: Readonly<Record<Platform, SignTable>> = {
  google_meet: googleMeet,
  zoom,
  teams,
  jitsi,
  galene,
  livekit,
  demo_room: demoRoomSigns,
};

/** Pages that were kept may name a platform that is none. */
export const tables: Readonly<Record<string, SignTable | undefined>> = signs;
