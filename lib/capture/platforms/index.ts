/** The adapters of platforms whose meetings are joined in a browser. */
import type { Platform } from '../../domain/meeting/known-platforms.ts';
import { demoRoom } from './demo-room/index.ts';
import { galene } from './galene/index.ts';
import { googleMeet } from './google-meet/index.ts';
import { jitsi } from './jitsi/index.ts';
import { liveKit } from './livekit/index.ts';
import type { MeetingPlatform } from './platform.ts';
import { teams } from './teams/index.ts';
import { zoom } from './zoom/index.ts';

export const adapters: Readonly<Record<Platform, MeetingPlatform>> = {
  google_meet: googleMeet,
  zoom,
  teams,
  jitsi,
  galene,
  livekit: liveKit,
  demo_room: demoRoom,
};
