/** Has the browser itself allow a meeting's page the use of a camera and a microphone. */
import type { Page } from 'puppeteer-core';

const granted = ['camera', 'microphone'].map((name) => ({ permission: { name }, state: 'granted' }) as const);

/**
 * Which devices a page finds is decided in the page (programs/shared/devices.ts). Chromium's ICE asks the browser all the
 * same: where the permission is not granted, it gathers the address of the default route only, and none at all on a network
 * without one, so that a meeting of peers stays silent and black.
 */
export const grantMedia = async (page: Page, address: string): Promise<void> => {
  const { origin, protocol } = new URL(address);
  if (/^https?:$/.test(protocol)) await page.browserContext().setPermission(origin, ...granted);
};
