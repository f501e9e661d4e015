/** What the environment says of where bots may go, for those who read links of meetings or open them: see `environment.ts`. */
import * as z from 'zod';
import { type OperatedPlatform, operatedPlatforms, platforms } from '../../domain/meeting/known-platforms.ts';
import { hostList, listed, ofRows } from './reading.ts';

const platformList = listed.pipe(
  z.array(z.enum(platforms, { error: `must be names of platforms with commas between: ${platforms.join(', ')}` })),
);

/** `JITSI_HOSTS`, for example. */
export const hostsVariable = (platform: OperatedPlatform): string => `${platform.toUpperCase()}_HOSTS`;

/** The meeting hosts that only this installation's operator can name. */
export const meetingHosts = ofRows(operatedPlatforms, hostsVariable, hostList).transform((hosts) => ({ hosts }));

/** Platforms, on whichever hosts, into whose meetings this installation's operator sends no bots. */
export const platformsOff = z
  .object({ PLATFORMS_OFF: platformList })
  .transform(({ PLATFORMS_OFF }) => ({ platforms_off: PLATFORMS_OFF }));
