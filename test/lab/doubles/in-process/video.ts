/** Stands in for `lib/net/mp4-address.ts`: says what can be said of an address without asking anybody. */
import { checkClientUrl } from '../../../../lib/net/client-url.ts';

export const checkMp4Address = async (url: string): Promise<string | undefined> =>
  checkClientUrl(url) ?? (url.endsWith('.mp4') ? undefined : 'does not lead to an MP4 file');
