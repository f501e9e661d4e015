/** The secrets of a calendar, sealed together. */
import * as z from 'zod';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { SealedCredentials } from '../../storage/calendars/calendar-item.ts';

const CalendarSecrets = z.object({ client_secret: z.string(), refresh_token: z.string() });
export type CalendarSecrets = Readonly<z.infer<typeof CalendarSecrets>>;

export const sealCalendarSecrets = (
  secretBox: Pick<SecretBox, 'seal'>,
  projectId: string,
  { client_secret, refresh_token }: CalendarSecrets,
): Promise<string> => secretBox.seal(projectId, JSON.stringify({ client_secret, refresh_token }));

/** @throws Error when they were not sealed for the project, or changed since */
export const openCalendarSecrets = async (
  secretBox: Pick<SecretBox, 'open'>,
  { project_id, secrets_sealed }: Pick<SealedCredentials, 'project_id' | 'secrets_sealed'>,
): Promise<CalendarSecrets> => CalendarSecrets.parse(JSON.parse(await secretBox.open(project_id, secrets_sealed)));
