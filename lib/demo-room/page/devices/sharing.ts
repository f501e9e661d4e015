import { byId } from '../dom.ts';
import type { Devices } from './devices.ts';

/** The button that shares one's screen. */
export const createSharing = (devices: Devices, notice: (text: string) => void) => {
  const button = byId<HTMLButtonElement>('share-screen');

  const show = (): void => {
    button.ariaPressed = String(devices.isSharing());
    button.title = devices.isSharing() ? 'Stop sharing your screen' : 'Share your screen';
  };

  button.disabled = !navigator.mediaDevices;
  button.addEventListener('click', async () => {
    if (devices.isSharing()) return devices.stopSharing();
    await devices.share().catch(() => notice('No screen was shared.'));
  });
  show();
  return { show };
};
